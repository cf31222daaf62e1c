/** The folder view and the way to it by keyboard alone: no pointer, and focus that is always seen. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

/** More stops than any page of these tests has. */
const mostStops = 60;
/** A key that comes while the page draws a folder again meets nothing: it is pressed again after this long. */
const pickMs = 10_000;

test('a walk through the folders by keyboard alone', async () => {
  const { page, person, context } = await openTask();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toContain('Skip to content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');

  await tabTo(page, 'button "New Folder"');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toContain('textbox "Folder name"');
  await page.keyboard.type('Summer at the lake');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Summer at the lake' }).waitFor();
  await expect.poll(() => focused(page)).toContain('button "New Folder"');

  await tabTo(page, 'link "Summer at the lake"');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Summer at the lake' }).waitFor();

  await page.locator('input[type="file"]:enabled').first().waitFor({ state: 'attached' });
  // The choice that every browser has; the one that tells where files lie cannot be answered by a test.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  const picker = await waitFor(
    async () => {
      await tabTo(page, 'button "New File"');
      const picking = page.waitForEvent('filechooser', { timeout: pickMs });
      await page.keyboard.press('Space');
      return await picking;
    },
    { what: 'the choice of files' },
  );
  await picker.setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from(bytes(100)) });
  await page.getByRole('link', { name: 'note.txt' }).waitFor();

  await tabTo(page, 'link "note.txt"');
  const opening = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const opened = await opening;
  expect(new URL(opened.url()).pathname).toMatch(/^\/content\//);
  await opened.close();

  await tabTo(page, 'link "Root"', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/task');
  await expect
    .poll(async () => (await person.api.folders.children({ id: 'root' })).folders.map(({ name }) => name))
    .toEqual(['Summer at the lake']);
});

test('Escape, Cancel and a blank name leave the form, and the focus returns to what opened it', async () => {
  const { page, person } = await openTask();
  for (const leave of [['Escape'], ['Tab', 'Tab', 'Enter'], ['Space', 'Enter']]) {
    await tabTo(page, 'button "New Folder"');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toContain('textbox "Folder name"');
    for (const key of leave) await page.keyboard.press(key);
    await page.getByLabel('Folder name').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toContain('button "New Folder"');
  }
  await expect.poll(async () => (await person.api.folders.children({ id: 'root' })).folders).toEqual([]);
});

test('signing up and logging in by keyboard: a mistake puts the focus where it can be mended', async () => {
  const server = await sharedServer();
  const browser = await newPerson(server);
  browser.expectError(/401/);
  const page = await browser.newPage('/signup');
  const fill = async (...texts: string[]) => {
    for (const text of texts) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
      if ((await focused(page)).includes('Show')) await page.keyboard.press('Tab');
    }
  };
  await page.getByLabel('Email').waitFor();
  await tabTo(page, 'textbox "Email"');
  await fill('keys@example.org', 'correct horse', 'battery');
  await tabTo(page, 'button "signup now"');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toContain('textbox "Confirm password"');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  // A new page takes the focus.
  await expect.poll(() => focused(page)).toContain('main');

  await tabTo(page, 'textbox "Email"');
  await fill('keys@example.org');
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  // The focus was there before, too.
  await page.getByRole('alert').waitFor();
  await expect.poll(() => focused(page)).toContain('textbox "Password"');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('correct horse');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
});

test('what has the focus goes: the next entry has it, or what is near, or the heading of the page', async () => {
  const { page, person } = await openTask();
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await uploadFile(person, { name, body: bytes(20) });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await link('d.txt').waitFor();
  // With the mouse, from the menu behind the three dots.
  await page.getByRole('button', { name: 'More actions for b.txt' }).click();
  await page.getByRole('menuitem', { name: 'Move to Trash' }).click();
  await expect.poll(() => focused(page)).toContain('link "c.txt"');
  // The toast goes with its button, and the bar with its cross.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await link('b.txt').waitFor();
  await expect.poll(() => focused(page)).toContain('link "c.txt"');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect.poll(() => focused(page)).toContain('link "c.txt"');
  // Without entries the heading is left.
  for (const next of ['link "d.txt"', 'link "b.txt"', 'link "a.txt"', 'heading "Root"']) {
    await page.keyboard.press('Delete');
    await expect.poll(() => focused(page)).toContain(next);
  }
  await page.goto('/trash');
  await page.getByRole('button', { name: 'Empty Trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty Trash' }).click();
  await expect.poll(() => focused(page)).toContain('heading "Trash"');

  await person.api.appPasswords.create({ name: 'Laptop' });
  await person.api.appPasswords.create({ name: 'Phone' });
  await page.goto('/dashboard/devices');
  await page.getByRole('button', { name: 'Revoke Laptop' }).click();
  await expect.poll(() => focused(page)).toContain('button "Revoke Phone"');
});

async function openTask() {
  const server = await sharedServer();
  const person = await signUp(server);
  const { newPage, context } = await newPerson(server, { as: person });
  const page = await newPage('/task');
  await page.getByRole('button', { name: 'New Folder' }).waitFor();
  return { page, person, context };
}

/** Goes from stop to stop until the focus is on this; what has the focus on the way has to be seen to have it. */
async function tabTo(page: Page, wanted: string, key = 'Tab'): Promise<void> {
  const stops: string[] = [];
  for (let stop = 0; stop < mostStops; stop += 1) {
    const now = await focused(page);
    if (now.includes(wanted)) return;
    stops.push(now);
    await page.keyboard.press(key);
    expect(await isFocusSeen(page), `the focus on ${await focused(page)}`).toBe(true);
  }
  throw new Error(`No way to ${wanted}; the stops were ${stops.join(', ')}.`);
}

/** Role and name of what has the focus, as assistive technology receives it: `link "Root"`. */
async function focused(page: Page): Promise<string> {
  const element = page.locator(':focus');
  if ((await element.count()) === 0) return 'nothing';
  return (await element.ariaSnapshot()).split('\n')[0] ?? '';
}

/** Whether the ring of focus is drawn round what has the focus, or round what holds it when the control itself is hidden. */
async function isFocusSeen(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    let element = document.activeElement;
    if (element === null || element === document.body) return true; // The browser's own bars have the focus.
    // The outer of the two rings reaches four pixels; no other shadow of the design does.
    const ring = /0px 0px 0px 4px/;
    for (let up = 0; up < 3 && element; up += 1, element = element.parentElement)
      if (element.clientWidth > 1 && ring.test(getComputedStyle(element).boxShadow)) return true;
    return false;
  });
}
