/** Each kind of document in the viewer, hostile and broken ones among them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import {
  csvFile,
  type DocumentFile,
  heavyPdf,
  hostileMarkdown,
  latinText,
  letterMarkdown,
  longPdf,
  notText,
  pdfThatIsBroken,
  pdfThatIsLocked,
  slidesPdf,
  utf16Text,
} from '#tests/support/fixtures/files/document-files.ts';

test('texts in any encoding, and what is none; copied where there is a clipboard', async () => {
  const { page } = await look([utf16Text(false), latinText(), program, notText()]);
  const copy = page.getByRole('button', { name: 'Copy the text' });
  await copy.waitFor();
  // As without HTTPS.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  const sentence = 'The lake does not hurry – and neither do we. Über dem Wasser: Nebel.';
  for (const { name } of [utf16Text(false), latinText()]) {
    await shown(page, name);
    await region(page).getByText(sentence).waitFor();
    await step(page);
  }
  await shown(page, program.name);
  // Coloured by what the words are.
  await region(page).locator('li, span').getByText('def', { exact: true }).waitFor();
  expect(await copy.count()).toBe(0);
  await step(page);
  await page.getByRole('heading', { name: 'This is not a text' }).waitFor();
});

test('Markdown as a page and as written; a hostile one runs, loads and leads to nothing', async () => {
  const { page, server } = await look([letterMarkdown(), hostileMarkdown()], { bypassCSP: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.getByRole('heading', { name: 'What to bring' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'As written' }).click();
  await region(page).getByText('## What to bring').waitFor();
  await step(page);
  await page.getByRole('heading', { name: 'A friendly letter' }).waitFor();
  await region(page).getByText('The end.').waitFor();
  const links = await region(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  expect(links.filter((link) => !link?.startsWith('https://'))).toEqual([]);
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  expect(asked.filter((origin) => origin !== new URL(server.baseUrl).origin)).toEqual([]);
});

test('a table of 100,000 rows scrolls to its end, and arrow keys move in it; a very long cell is cut', async () => {
  const long = new TextEncoder().encode(`id,signal\n1,${'1 '.repeat(500_000)}x\n`);
  const files = [csvFile(100_000), { name: 'long.csv', contentType: 'text/csv', body: long }];
  const { page } = await look(files, { bypassCSP: true });
  const table = page.getByRole('table');
  await table.getByText('Print 1, "matt"').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(Number(await table.getAttribute('aria-rowcount'))).toBe(100_001);
  await region(page).focus();
  await page.keyboard.press('End');
  await table.getByText('Print 100000, "matt"').waitFor();
  await step(page);
  const cell = page.getByRole('cell').filter({ hasText: '1 1' });
  expect((await cell.textContent())?.length).toBe(1000);
});

test('a PDF of 200 pages, page by page; a broken one and a locked one say so', async () => {
  const { page } = await look([longPdf(200), pdfThatIsBroken(), pdfThatIsLocked()]);
  await page.getByText('of 200').waitFor();
  await expect.poll(() => page.locator('canvas').count()).toBeGreaterThan(0);
  await page.getByRole('textbox', { name: 'Page' }).fill('150');
  await page.keyboard.press('Enter');
  await region(page).getByText('Page 150', { exact: true }).waitFor({ state: 'attached' });
  // Only what is near is drawn.
  expect(await page.locator('canvas').count()).toBeLessThan(20);
  await step(page);
  await page.getByRole('heading', { name: 'This PDF cannot be read' }).waitFor();
  await step(page);
  await page.getByRole('heading', { name: 'This PDF has a password' }).waitFor();
});

test('a PDF of slides, of which the last does not get to the top, counts the page that was gone to', async () => {
  const words = ['heron', 'zebra', 'otter', 'lynx', 'stoat', 'zebra'];
  const { page } = await look([slidesPdf(words)], { viewport: { width: 1920, height: 950 } });
  const number = page.getByRole('textbox', { name: 'Page' });
  const button = (name: string) => page.getByRole('button', { name });
  const isAtEnd = () => region(page).evaluate((desk) => desk.scrollTop + desk.clientHeight >= desk.scrollHeight - 1);
  await region(page).getByText('heron').waitFor({ state: 'attached' });
  await number.fill('6');
  await page.keyboard.press('Enter');
  await expect.poll(isAtEnd).toBe(true);
  await expect.poll(() => number.inputValue()).toBe('6');
  expect(await button('Next page').getAttribute('aria-disabled')).toBe('true');
  await button('Previous page').click();
  await expect.poll(() => number.inputValue()).toBe('5');
  await button('Find in it').click();
  await page.keyboard.type('zebra');
  for (const found of ['6', '2', '6']) {
    await page.keyboard.press('Enter');
    await page.getByText(`On page ${found}`).waitFor();
    await expect.poll(() => number.inputValue()).toBe(found);
  }
  // Whoever scrolls sees other pages, and at the end the last one.
  await region(page).focus();
  await page.keyboard.press('Home');
  await expect.poll(() => number.inputValue()).toBe('1');
  await page.keyboard.press('End');
  await expect.poll(() => number.inputValue()).toBe('6');
});

test('a document scrolls by keys once it is opened, and the arrows at the sides step', async () => {
  const { page } = await look([longText, program]);
  const top = () => region(page).evaluate((desk) => desk.scrollTop);
  const isAtEnd = () => region(page).evaluate((desk) => desk.scrollTop + desk.clientHeight >= desk.scrollHeight - 1);
  await region(page).getByText('line').first().waitFor();
  for (const key of ['PageDown', 'ArrowDown', 'Space']) {
    const before = await top();
    await page.keyboard.press(key);
    expect(await top()).toBeGreaterThan(before);
  }
  for (const key of ['PageUp', 'ArrowUp', 'Shift+Space']) {
    const before = await top();
    await page.keyboard.press(key);
    expect(await top()).toBeLessThan(before);
  }
  await page.keyboard.press('End');
  expect(await isAtEnd()).toBe(true);
  await page.keyboard.press('Home');
  expect(await top()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await shown(page, program.name);
});

test('a PDF that is open while the server is away goes on at its page when it is back', async () => {
  const { page, context, expectUnreachable } = await look([heavyPdf(9)]);
  expectUnreachable();
  await expect.poll(() => page.locator('canvas').count()).toBeGreaterThan(0);
  await context.setOffline(true);
  const number = page.getByRole('textbox', { name: 'Page' });
  await number.fill('7');
  await page.keyboard.press('Enter');
  await page.getByText('This page cannot be drawn.').first().waitFor();
  await page.getByRole('button', { name: 'Find in it' }).click();
  await page.keyboard.type('plums');
  await page.keyboard.press('Enter');
  await page.getByText('The server cannot be reached', { exact: true }).waitFor();
  await context.setOffline(false);
  await region(page).getByText('Page 7', { exact: true }).waitFor({ state: 'attached' });
  await page.getByRole('searchbox', { name: 'Find in it' }).press('Enter');
  await page.getByText('Not in it').waitFor();
  expect(await number.inputValue()).toBe('7');
  // Those beside it come a moment later.
  await expect.poll(() => page.getByText('This page cannot be drawn.').count()).toBe(0);
});

const longText: DocumentFile = {
  name: 'long.txt',
  contentType: 'text/plain',
  body: new TextEncoder().encode('line\n'.repeat(3000)),
};

const program: DocumentFile = {
  name: 'missing-prints.py',
  contentType: 'text/x-python',
  body: new TextEncoder().encode('# Which prints are missing\ndef missing(wanted):\n    return wanted\n'),
};

/** Looks at the first of these files, in the order in which they were uploaded. */
async function look(files: readonly DocumentFile[], options: Parameters<typeof signedIn>[0] = {}) {
  const { newPage, person, ...rest } = await signedIn(options);
  const stored = [];
  for (const file of files) stored.push(await uploadFile(person, file));
  const page = await newPage(`/task?view=${stored[0]?.id}`);
  await shown(page, files[0]?.name ?? '');
  return { page, person, ...rest };
}

/** The part of the viewer that scrolls. */
const region = (page: Page) => page.locator('.viewer__content').getByRole('region');

async function shown(page: Page, name: string): Promise<void> {
  await page.locator('dialog.viewer').getByRole('heading', { name, exact: true }).waitFor();
}

async function step(page: Page): Promise<void> {
  await page.locator('.viewer__step--next').click();
}
