/** Moving and copying to another folder, and taking it back. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

describe('moving to another folder', () => {
  test('the buttons stay where they are while the folders come', async () => {
    const { page } = await openRoot();
    const held = await holdRequests(page, '**/api/folders/root/children*');
    await menu(page, 'note.txt', 'Move to…');
    const dialog = page.getByRole('dialog', { name: 'Move note.txt to…' });
    await dialog.getByRole('button', { name: 'New Folder' }).hover();
    await held.arrived;
    await page.mouse.down();
    held.release();
    await dialog.getByRole('treeitem', { name: 'Letters' }).waitFor();
    await page.mouse.up();
    await dialog.getByLabel('Folder name').waitFor();
  });

  test('with the mouse: the tree opens folder by folder, the page shows what is left, Undo brings it back', async () => {
    const { page, person, letters } = await openRoot();
    await menu(page, 'note.txt', 'Move to…');
    const dialog = page.getByRole('dialog', { name: 'Move note.txt to…' });
    await dialog.getByRole('treeitem', { name: 'Letters' }).waitFor();
    expect(await dialog.getByRole('treeitem', { name: 'Root' }).getAttribute('aria-disabled')).toBe('true');
    expect(await dialog.getByRole('button', { name: 'Move here' }).isDisabled()).toBe(true);
    await dialog.getByRole('treeitem', { name: 'Letters' }).locator('.folder-tree__arrow').click();
    await dialog.getByRole('treeitem', { name: '1974' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move here' }).click();
    // While it is pointed at it stays.
    await page.getByText('Moved to 1974').hover();
    await page.getByRole('link', { name: 'note.txt' }).waitFor({ state: 'detached' });
    expect(await filesIn(person, letters.year)).toEqual(['note.txt']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'note.txt' }).waitFor();
    expect(await filesIn(person, letters.year)).toEqual([]);
  });

  test('by keyboard: Space, m, the arrows, and a folder that is made in the tree', async () => {
    const { page, person } = await openRoot();
    await page.getByRole('link', { name: 'note.txt' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Move note.txt to…' });
    await dialog.getByRole('treeitem', { name: 'Letters' }).waitFor();
    await dialog.getByRole('combobox', { name: 'Find a folder' }).and(page.locator(':focus')).waitFor();
    await dialog.getByRole('treeitem', { name: 'Root' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('treeitem', { name: '1974' }).waitFor();
    expect(await dialog.getByRole('treeitem', { name: 'Letters' }).getAttribute('aria-selected')).toBe('true');
    await dialog.getByRole('button', { name: 'New Folder' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('1975');
    await page.keyboard.press('Enter');
    await dialog.getByRole('treeitem', { name: '1975', selected: true }).waitFor();
    await dialog.getByRole('button', { name: 'Move here' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Moved to 1975').waitFor();
    const made = await person.api.folders.children({ id: await idOf(person, 'Letters') });
    const { id = '' } = made.folders.find(({ name }) => name === '1975') ?? {};
    expect(await filesIn(person, id)).toEqual(['note.txt']);
    await page.reload();
    await page.getByRole('link', { name: 'Letters' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('link', { name: 'note.txt' }).waitFor();
  });

  test('the tree asks for all folders of the way at once, for each once', async () => {
    const { page, person, letters } = await openRoot();
    const { id: may } = await person.api.folders.create({ name: 'May', parentId: letters.year });
    await uploadFile(person, { name: 'deep.txt', body: bytes(20), folderId: may });
    await page.goto(`/folder/${may}`);
    await page.getByRole('link', { name: 'deep.txt' }).waitFor();
    const asked: string[] = [];
    const released = Promise.withResolvers<void>();
    await page.route('**/api/folders/*/children?*', async (route) => {
      asked.push(new URL(route.request().url()).pathname.split('/')[3] ?? '');
      await released.promise;
      await route.continue();
    });
    await menu(page, 'deep.txt', 'Move to…');
    const way = ['root', letters.id, letters.year, may];
    await expect.poll(() => asked.toSorted()).toEqual(way.toSorted());
    released.resolve();
    await page.getByRole('treeitem', { name: 'May' }).waitFor();
    expect(asked).toHaveLength(way.length);
  });

  test('the first folder found is chosen, what was chosen is forgotten with another text, and Esc for a new folder leaves the dialog open', async () => {
    const { page, person } = await openRoot();
    await person.api.folders.create({ name: 'Photos', parentId: null });
    await person.api.folders.create({ name: 'Taxes', parentId: null });
    await menu(page, 'note.txt', 'Move to…');
    const dialog = page.getByRole('dialog', { name: 'Move note.txt to…' });
    const field = dialog.getByRole('combobox', { name: 'Find a folder' });
    const chosen = dialog.getByRole('option', { selected: true });
    await dialog.getByRole('treeitem', { name: 'Taxes' }).click();
    await field.fill('photos');
    await chosen.and(page.getByRole('option', { name: 'Photos' })).waitFor();
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    const held = await holdRequests(page, '**/api/search?*');
    await field.fill('tax');
    await held.arrived;
    // Too early: it is not known yet what it would choose.
    await field.press('Enter');
    held.release();
    await chosen.and(page.getByRole('option', { name: 'Taxes' })).waitFor();
    await dialog.getByText('Enter goes there.').waitFor();
    await dialog.getByRole('button', { name: 'New Folder' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'New Folder' }).and(page.locator(':focus')).waitFor();
    await field.press('Enter');
    await page.getByText('Moved to Taxes').waitFor();
  });

  test('a folder cannot go into itself; a taken name asks, and both are stored', async () => {
    const { page, person, letters } = await openRoot();
    await uploadFile(person, { name: 'note.txt', body: bytes(7), folderId: letters.id });
    await menu(page, 'Letters', 'Move to…');
    const tree = page.getByRole('tree', { name: 'Folders' });
    const own = tree.getByRole('treeitem', { name: 'Letters' });
    await own.waitFor();
    expect(await own.getAttribute('aria-disabled')).toBe('true');
    await own.locator('.folder-tree__arrow').click();
    expect(await tree.getByRole('treeitem', { name: '1974' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await menu(page, 'note.txt', 'Move to…');
    await tree.getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    const question = page.getByRole('dialog', { name: 'note.txt is already in Letters' });
    await question.getByText(/^7 bytes, /).waitFor();
    await question.getByText('The one you move becomes “note (2).txt”.').waitFor();
    await question.getByText('It becomes version 2. Version 1 stays and can come back.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await question.getByRole('radio', { name: 'Keep both' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Moved to Letters as “note (2).txt”').waitFor();
    expect((await filesIn(person, letters.id)).toSorted()).toEqual(['note (2).txt', 'note.txt']);
  });

  test('what was moved again meanwhile stays where it is, and the sentence says so', async () => {
    const { page, person, letters, browser } = await openRoot();
    browser.expectError(/409/);
    await menu(page, 'note.txt', 'Move to…');
    await page.getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moved to Letters').hover();
    const { files } = await person.api.folders.children({ id: letters.id });
    await person.api.entries.update({ id: files[0]?.id ?? '', parentId: letters.year });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Not undone. note.txt was renamed, moved or changed meanwhile.').waitFor();
    expect(await filesIn(person, letters.year)).toEqual(['note.txt']);
  });
});

test('copying to another folder on a phone, and undoing it', async () => {
  const { page, person, letters } = await openRoot(phone);
  await menu(page, 'note.txt', 'Copy to…');
  await page.getByRole('treeitem', { name: 'Letters' }).tap();
  await page.getByRole('button', { name: 'Copy here' }).tap();
  await page.getByText('Copied to Letters').waitFor();
  const undo = page.getByRole('button', { name: 'Undo' });
  // Which keeps the message there.
  await undo.focus();
  expect(await filesIn(person, letters.id)).toEqual(['note.txt']);
  expect(await filesIn(person, 'root')).toEqual(['note.txt']);
  await undo.tap();
  await expect.poll(() => filesIn(person, letters.id)).toEqual([]);
});

test('on a phone no keys are spoken of', async () => {
  const { page } = await openRoot(phone);
  await menu(page, 'note.txt', 'Move to…');
  const dialog = page.getByRole('dialog', { name: 'Move note.txt to…' });
  await dialog.getByRole('combobox', { name: 'Find a folder' }).fill('letters');
  await dialog.getByRole('option', { name: 'Letters', selected: true }).waitFor();
  expect(await dialog.getByRole('status').innerText()).toBe('1 folder found.');
});

/** Root with the folder Letters, which holds 1974, and a note. */
async function openRoot(options: Parameters<typeof signedIn>[0] = {}) {
  const { newPage, person, ...browser } = await signedIn({ bypassCSP: true, ...options });
  const { id } = await person.api.folders.create({ name: 'Letters', parentId: null });
  const { id: year } = await person.api.folders.create({ name: '1974', parentId: id });
  await uploadFile(person, { name: 'note.txt', body: bytes(20) });
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'note.txt' }).waitFor();
  return { page, person, browser, letters: { id, year } };
}

async function menu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menu', { name }).getByRole('menuitem', { name: item }).click();
}

async function filesIn(person: Person, id: string): Promise<string[]> {
  return (await person.api.folders.children({ id })).files.map(({ name }) => name);
}

async function idOf(person: Person, name: string): Promise<string> {
  const { folders } = await person.api.folders.children({ id: 'root' });
  return folders.find((folder) => folder.name === name)?.id ?? '';
}
