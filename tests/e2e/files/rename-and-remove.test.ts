/** What can be done with an entry: by F2 and Del, and by the three dots. */
import { describe, expect, test } from 'vitest';
import { newPerson } from '#tests/support/browser/browser.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

describe('renaming', () => {
  test('F2: the part before the extension is selected, and a name that is taken is refused with the reason', async () => {
    const { page, person } = await openRoot();
    await uploadFile(person, { name: 'one.txt', body: bytes(3) });
    await uploadFile(person, { name: 'two.txt', body: bytes(3) });
    await person.api.folders.create({ name: 'Box', parentId: null });
    // The page has to know the names that are taken.
    await page.getByRole('link', { name: 'Box' }).waitFor();
    await page.getByRole('link', { name: 'two.txt' }).waitFor();
    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    await dialog.getByLabel('Name').waitFor();
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await dialog.getByText('A file named two.txt is already here. Choose another name.').waitFor();
    await dialog.getByLabel('Name').fill('Box');
    await page.keyboard.press('Enter');
    await dialog.getByText('A folder named Box is already here. Choose another name.').waitFor();
    await dialog.getByLabel('Name').fill('TWO.txt');
    await dialog.getByRole('status').getByText('Differs from two.txt only in upper and lower case.').waitFor();
    await dialog.getByLabel('Name').fill('a/b');
    await expect.poll(() => dialog.getByRole('status').innerText()).toBe('');
    await page.keyboard.press('Enter');
    await dialog.getByText('A name cannot contain a slash.').waitFor();
    await dialog.getByLabel('Name').fill('three.txt');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'three.txt' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('three.txt');
    await expect
      .poll(async () => (await person.api.folders.children({ id: 'root' })).files.map(({ name }) => name))
      .toEqual(['three.txt', 'two.txt']);
  });

  test('the focus stays on what moves to another row of the tiles, by its new name or by what comes before it', async () => {
    const { page, person } = await openRoot({ viewport: { width: 360, height: 760 } });
    for (const name of ['b.txt', 'c.txt', 'd.txt', 'e.txt']) await uploadFile(person, { name, body: bytes(3) });
    await page.getByRole('button', { name: 'Sort: Date added' }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    const names = page.getByRole('grid', { name: 'Files' }).locator('[data-entry]');
    const shown = () => names.evaluateAll((all) => all.map((link) => link.ariaLabel));
    await expect.poll(shown).toEqual(['b.txt', 'c.txt', 'd.txt', 'e.txt']);
    await page.getByRole('link', { name: 'b.txt' }).focus();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('z.txt');
    await page.keyboard.press('Enter');
    await expect.poll(shown).toEqual(['c.txt', 'd.txt', 'e.txt', 'z.txt']);
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
    await expect.poll(focused).toBe('z.txt');
    await uploadFile(person, { name: 'a.txt', body: bytes(3) });
    await expect.poll(shown).toEqual(['a.txt', 'c.txt', 'd.txt', 'e.txt', 'z.txt']);
    expect(await focused()).toBe('z.txt');
  });

  test('the shown folder gets a name that something in it has, and Details do not compare it with that', async () => {
    const { page, person } = await openRoot();
    const { id } = await person.api.folders.create({ name: 'Trip', parentId: null });
    for (const name of ['Photos', 'photos']) await person.api.folders.create({ name, parentId: id });
    await page.getByRole('link', { name: 'Trip' }).click();
    await page.getByRole('link', { name: 'Photos', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Folder actions' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Photos');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Photos', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Folder actions' }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    await page.getByRole('dialog', { name: 'Details' }).getByText('Holds').waitFor();
    expect(await page.getByText('The name differs').count()).toBe(0);
  });

  test('by the three dots on a phone, in the list', async () => {
    const { page, person } = await openRoot({ viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true });
    await person.api.folders.create({ name: 'Letters', parentId: null });
    await page.getByText('List', { exact: true }).tap();
    const more = page.getByRole('button', { name: 'More actions for Letters' });
    const size = await more.boundingBox();
    expect([size?.width, size?.height]).toEqual([44, 44]);
    await more.tap();
    await page.getByRole('menu', { name: 'Letters' }).getByRole('menuitem', { name: 'Rename' }).tap();
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Postcards');
    await page.getByRole('button', { name: 'Rename', exact: true }).tap();
    await page.getByRole('link', { name: 'Postcards' }).waitFor();
  });
});

describe('moving to Trash', () => {
  test('Del asks nothing, gives the focus to the neighbour, and is undone with Ctrl Z', async () => {
    const { page, person } = await openRoot();
    const others = ['two.txt', 'three.txt', 'four.txt'];
    for (const name of ['one.txt', ...others]) await uploadFile(person, { name, body: bytes(3) });
    await page.getByRole('link', { name: 'four.txt' }).waitFor();
    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('link', { name: 'one.txt' }).waitFor({ state: 'detached' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe('two.txt');
    await page.getByText('Moved to Trash').waitFor();
    await expect
      .poll(async () => (await person.api.folders.children({ id: 'root' })).files.map(({ name }) => name))
      .toEqual(others);
    // No text is written in these.
    for (const control of [page.getByRole('radio', { name: 'Grid' }), page.getByLabel('New File')])
      await control.focus();
    await page.keyboard.press('Control+z');
    await page.getByRole('link', { name: 'one.txt' }).waitFor();

    // Of several the next one that stays.
    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Delete');
    await page.getByRole('link', { name: 'two.txt' }).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('three.txt');
  });

  test('a Del that is held moves one thing, not one after another', async () => {
    const { page, person } = await openRoot();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await uploadFile(person, { name, body: bytes(3) });
    await page.getByRole('link', { name: 'c.txt' }).waitFor();
    await page.getByRole('link', { name: 'a.txt' }).focus();
    await page.keyboard.down('Delete');
    await page.getByRole('link', { name: 'a.txt' }).waitFor({ state: 'detached' });
    // What is moved while that is said is said together.
    await page.getByText('Moved to Trash').hover();
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
    await expect.poll(focused).toBe('b.txt');
    for (let i = 0; i < 3; i += 1) await page.keyboard.down('Delete');
    await page.keyboard.up('Delete');
    await page.getByRole('link', { name: 'c.txt' }).focus();
    await page.keyboard.press('Delete');
    await page.getByText('2 items', { exact: true }).waitFor();
    const { files } = await person.api.folders.children({ id: 'root' });
    expect(files.map(({ name }) => name)).toEqual(['b.txt']);
  });
});

describe('undo', () => {
  test('takes back a copy, a new name, a star and Trash, the last one first; also after a reload', async () => {
    const { page, person } = await openRoot();
    await uploadFile(person, { name: 'one.txt', body: bytes(3) });
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await link('one.txt').focus();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('two.txt');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed to two.txt').waitFor();
    await page.getByRole('button', { name: 'More actions for two.txt' }).click();
    await page.getByRole('menuitem', { name: 'Make a copy' }).click();
    await page.getByText('Copied as two (copy).txt').waitFor();
    await page.getByRole('button', { name: 'More actions for two.txt' }).click();
    await page.getByRole('menuitem', { name: 'Star', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Starred' }).waitFor();
    await link('two.txt').focus();
    await page.keyboard.press('Delete');
    await link('two.txt').waitFor({ state: 'detached' });
    await page.getByText('Moved to Trash').waitFor();

    await page.keyboard.press('Control+z');
    await link('two.txt').waitFor();
    await page.keyboard.press('Control+z');
    const stateOf = async () =>
      (await person.api.folders.children({ id: 'root' })).files.map(({ name, starred }) => `${name} ${starred}`);
    await expect.poll(stateOf).toEqual(['two.txt false', 'two (copy).txt false']);
    // The page knows it, too: the new name and the copy are left.
    const left = () =>
      page.evaluate(() => {
        const [key = ''] = Object.keys(sessionStorage).filter((one) => one.startsWith('undo '));
        return (JSON.parse(sessionStorage.getItem(key) ?? '[]') as unknown[]).length;
      });
    await expect.poll(left).toBe(2);
    await page.reload();
    await link('two (copy).txt').waitFor();
    await page.keyboard.press('Control+z');
    await link('two (copy).txt').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await link('one.txt').waitFor();
    expect(await stateOf()).toEqual(['one.txt false']);
  });
});

test('a Ctrl Z that is held undoes one thing, not one after another', async () => {
  const { page, person } = await openRoot();
  await uploadFile(person, { name: 'one.txt', body: bytes(3) });
  const undone: string[] = [];
  page.on('request', (request) => request.url().includes('/api/undo/') && undone.push(request.url()));
  await rename('one.txt', 'two.txt');
  await rename('two.txt', 'three.txt');
  await page.keyboard.down('Control');
  for (let i = 0; i < 3; i += 1) await page.keyboard.down('z');
  await page.keyboard.up('z');
  await page.keyboard.up('Control');
  await rename('two.txt', 'four.txt');
  await page.keyboard.press('Control+z');
  await page.getByRole('link', { name: 'two.txt' }).waitFor();
  expect(undone).toHaveLength(2);

  async function rename(from: string, to: string) {
    await page.getByRole('link', { name: from }).focus();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill(to);
    await page.keyboard.press('Enter');
    await page.getByText(`Renamed to ${to}`).waitFor();
  }
});

describe('what the server refuses', () => {
  test('a new name that was shown at once is taken back, with the reason', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectError(/409/);
    await person.api.folders.create({ name: 'Letters', parentId: null });
    await page.getByRole('link', { name: 'Letters' }).waitFor();
    // The name is given to something else between the look at this page and the server's answer.
    const held = await holdRequests(page, '**/api/entries/**');
    await page.getByRole('link', { name: 'Letters' }).focus();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('Postcards');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Postcards' }).waitFor();
    await person.api.folders.create({ name: 'Postcards', parentId: null });
    held.release();

    const toast = page.getByRole('alert').filter({ hasText: 'Not renamed.' });
    await toast.getByText('A folder named Postcards is already here. Choose another name.').waitFor();
    await page.getByRole('link', { name: 'Letters' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Postcards' }).count()).toBe(1);
    await toast.getByRole('button', { name: 'Close Letters' }).click();
    await toast.waitFor({ state: 'detached' });
  });

  test('an entry that left at once comes back, with the reason', async () => {
    const { page, person, browser } = await openRoot();
    browser.expectUnreachable();
    // Long before the key: Chromium takes a moment until it stops requests.
    await page.route('**/api/entries/**', (route) => route.abort());
    await uploadFile(person, { name: 'one.txt', body: bytes(3) });
    await page.getByRole('link', { name: 'one.txt' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('alert').getByText('Not moved to Trash. The server cannot be reached.').waitFor();
    await page.getByRole('link', { name: 'one.txt' }).waitFor();
  });
});

async function openRoot(options: Parameters<typeof newPerson>[1] = {}) {
  const server = await sharedServer();
  const person = await signUp(server);
  const browser = await newPerson(server, { as: person, ...options });
  const page = await browser.newPage('/task');
  await page.getByRole('button', { name: 'New Folder' }).waitFor();
  return { person, page, browser };
}
