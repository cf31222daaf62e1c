/** After each action the page shows what it led to: in view, and marked for a moment or until the next key or click. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { openRoot } from '#tests/support/browser/root-with-letters.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

test.each(['Grid', 'List'] as const)(
  'a new folder, a name, a copy, an upload and what is pasted (%s)',
  async (view) => {
    const { page } = await openFull(view);
    await page.getByRole('button', { name: 'New Folder' }).click();
    await page.getByLabel('Folder name').fill('Zebra');
    await page.keyboard.press('Enter');
    await expectResults(page, ['Zebra']);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Shift');
    await expectResults(page, []);
    await page.keyboard.press('Control+z');
    await page.getByText('Undone').waitFor();
    await page.getByRole('link', { name: 'Zebra' }).waitFor({ state: 'detached' });

    await focus(page, 'Box 00');
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Yard');
    await page.keyboard.press('Enter');
    await expectResults(page, ['Yard']);

    await focus(page, 'Box 01');
    await page.keyboard.press('ControlOrMeta+c');
    await page.keyboard.press('ControlOrMeta+v');
    await expectResults(page, ['Box 01 (copy)']);

    await focus(page, 'Box 02');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Make a copy' }).click();
    await expectResults(page, ['Box 02 (copy)']);

    await goToTop(page);
    await page
      .getByLabel('New File')
      .setInputFiles(['p.txt', 'q.txt'].map((name) => ({ name, mimeType: '', buffer: Buffer.from(name) })));
    await expectResults(page, ['p.txt', 'q.txt']);
  },
);

test('what is elsewhere is reached by Show; what came back by Undo or Ctrl Z is marked where it was', async () => {
  const { page, letters } = await openRoot('Grid');
  await moveToLetters(page, 'a.txt', 'b.txt');
  await show(page).click();
  await page.waitForURL(`**/folder/${letters}`);
  await page.mouse.move(0, 0);
  await expectResults(page, ['a.txt', 'b.txt']);
  await page.keyboard.press('Control+z');
  await page.getByText('Undone').waitFor();
  // It goes by itself, but not while it has the focus, nor while one points at it.
  await show(page).focus();
  expect(await findBarriers(page)).toEqual([]);
  await page.clock.install();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/task');
  await expectResults(page, ['a.txt', 'b.txt']);
  expect(await show(page).count()).toBe(0);
  await page.clock.fastForward(6000);
  await page.getByText('Undone').waitFor({ state: 'detached' });
  await page.clock.fastForward(6000);
  await expectResults(page, []);

  await moveToLetters(page, 'c.txt');
  await page.reload();
  await page.getByRole('link', { name: 'b.txt' }).waitFor();
  await page.keyboard.press('Control+z');
  await expectResults(page, ['c.txt']);
  expect(await show(page).count()).toBe(0);
});

test('a copy, what was restored and files that were kept both are shown where they are', async () => {
  const { page, person, letters } = await openRoot('List');
  await page.getByRole('link', { name: 'a.txt' }).focus();
  await page.keyboard.press('ControlOrMeta+c');
  await page.getByRole('link', { name: 'Letters' }).click();
  await page.getByText('This folder is empty.').waitFor();
  await page.keyboard.press('ControlOrMeta+v');
  await expectResults(page, ['a.txt']);
  expect(await show(page).count()).toBe(0);

  await page.getByLabel('New File').setInputFiles({ name: 'a.txt', mimeType: '', buffer: Buffer.from('newer') });
  const keepBoth = page.getByRole('button', { name: 'Keep both' });
  // Which keeps the message there until the click.
  await keepBoth.focus();
  await page.getByRole('link', { name: 'Recent' }).click();
  await keepBoth.click();
  await show(page).click();
  await page.waitForURL(`**/folder/${letters}`);
  await expectResults(page, ['a (new).txt']);

  const [file] = (await person.api.folders.children({ id: letters })).files;
  await person.api.entries.remove({ id: file?.id ?? '' });
  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await page.getByRole('button', { name: /^Restore / }).click();
  // Until then there may be the link of what was done before.
  await page.getByText(/^Restored to Letters/).waitFor();
  await show(page).click();
  await page.waitForURL(`**/folder/${letters}`);
  await expectResults(page, [file?.name ?? '']);
});

test('among folders and files from everywhere, what was done is marked too', async () => {
  const { page } = await openRoot('List');
  await page.getByRole('link', { name: 'Recent' }).click();
  // Root shows a link of that name too, until it is left.
  await page.getByRole('heading', { name: 'Recent' }).waitFor();
  await page.getByRole('link', { name: 'a.txt' }).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('link', { name: 'a.txt' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  // It goes by itself, but not while it has the focus.
  await show(page).focus();
  await expectResults(page, ['a.txt']);
  await page.getByText('Undone').waitFor();
  await show(page).click();
  await page.waitForURL('**/task');
  await expectResults(page, ['a.txt']);
});

/** The link in the toast of what was done. */
function show(page: Page) {
  return page.getByRole('region', { name: 'Uploads and messages' }).getByRole('link', { name: 'Show' });
}

async function moveToLetters(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('link', { name }).click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('m');
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Letters' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).click();
  await page.getByText('Moved to Letters').waitFor();
}

/** Root by name, with more folders than are drawn. */
async function openFull(view: 'Grid' | 'List') {
  const { newPage, person } = await signedIn({ bypassCSP: true, viewport: { width: 1280, height: 800 } });
  const operations = Array.from({ length: 90 }, (_, at) => ({
    do: 'create-folder' as const,
    name: `Box ${String(at).padStart(2, '0')}`,
    parentId: null,
  }));
  await person.api.batch({ operations });
  await uploadFile(person, { name: 'a.txt', body: bytes(3) });
  const page = await newPage('/task');
  await page.evaluate((chosen) => {
    localStorage.setItem('orders', '[["root","name","asc"]]');
    localStorage.setItem('view', chosen);
  }, view.toLowerCase());
  await page.reload();
  await page.getByRole('link', { name: 'Box 00' }).waitFor();
  return { page };
}

/** Goes to the top first, where the entry is drawn. */
async function focus(page: Page, name: string): Promise<void> {
  await goToTop(page);
  await page.getByRole('link', { name, exact: true }).focus();
}

/** After a key, which ends what is held in view. */
async function goToTop(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Exactly these are marked, and one of them is in view. */
async function expectResults(page: Page, names: readonly string[]): Promise<void> {
  const marked = page.locator('[data-result]');
  const labels = () => marked.evaluateAll((all) => all.map((one) => one.ariaLabel ?? '').toSorted());
  await expect.poll(labels).toEqual(names.map((name) => `Select ${name}`));
  if (names.length === 0) return;
  const isInView = () =>
    marked.evaluateAll((all) =>
      all.some((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    );
  await expect.poll(isInView).toBe(true);
}
