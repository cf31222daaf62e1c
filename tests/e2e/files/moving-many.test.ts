/** Moving and copying several things: by dragging, by cut, copy and paste, and by the dialog, with one question. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { drag, filesIn, fillWithFolders, openRoot } from '#tests/support/browser/root-with-letters.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const views = ['Grid', 'List'] as const;

describe('dragging', () => {
  test.each(views)('what is selected goes into the folder it is dropped on, and comes back (%s)', async (view) => {
    const { page, person, letters } = await openRoot(view);
    await select(page, 'a.txt', 'b.txt');
    await drag(page, 'a.txt', 'Letters');
    // While it is pointed at it stays.
    await page.getByText('Moved to Letters').hover();
    await page.getByRole('link', { name: 'b.txt' }).waitFor({ state: 'detached' });
    expect(await filesIn(person, letters)).toEqual(['a.txt', 'b.txt']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'b.txt' }).waitFor();
    expect(await filesIn(person, 'root')).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  test('a breadcrumb takes it too; with Ctrl it is copied', async () => {
    const { page, person, letters } = await openRoot('Grid');
    await page.keyboard.down('Control');
    await drag(page, 'c.txt', 'Letters');
    await page.keyboard.up('Control');
    await page.getByText('Copied to Letters').waitFor();
    expect([await filesIn(person, 'root'), await filesIn(person, letters)]).toEqual([
      ['a.txt', 'b.txt', 'c.txt'],
      ['c.txt'],
    ]);
    await uploadFile(person, { name: 'd.txt', body: bytes(4), folderId: letters });
    await page.getByRole('link', { name: 'Letters' }).click();
    await page.getByRole('link', { name: 'd.txt' }).waitFor();
    await page.getByRole('link', { name: 'd.txt' }).dragTo(page.getByRole('link', { name: 'Root' }));
    await page.getByText('Moved to Root').waitFor();
    expect(await filesIn(person, 'root')).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
  });
});

test('what is dragged shows small pictures, how many there are, and where it would go; it is pale where it was', async () => {
  const { page, person } = await openRoot('Grid');
  // Tall enough that nothing has to be scrolled half under the header.
  await page.setViewportSize({ width: 1280, height: 1000 });
  const images = await page.evaluateHandle(() => {
    const shown: string[][] = [];
    const show = DataTransfer.prototype.setDragImage;
    DataTransfer.prototype.setDragImage = function (image, x, y) {
      shown.push([String(image.querySelectorAll('.thumbnail').length), image.lastElementChild?.textContent ?? '']);
      show.call(this, image, x, y);
    };
    return shown;
  });
  const opacityOf = (name: string) =>
    page
      .getByRole('gridcell')
      .filter({ has: page.getByRole('link', { name }) })
      .evaluate((cell) => getComputedStyle(cell).opacity);
  await select(page, 'a.txt', 'b.txt');
  await lift(page, 'c.txt');
  await page.getByRole('status').filter({ hasText: 'Move to “Letters”' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await expect.poll(async () => [await opacityOf('c.txt'), await opacityOf('a.txt')]).toEqual(['0.35', '1']);
  await page.mouse.up();
  await page.getByText('Moved to Letters').waitFor();
  await page.getByRole('link', { name: 'c.txt' }).waitFor({ state: 'detached' });

  await person.api.folders.create({ name: 'Box', parentId: null });
  // What was not moved is still selected.
  await select(page, 'Letters', 'Box');
  await lift(page, 'a.txt', 'b.txt');
  await expect.poll(async () => [await opacityOf('b.txt'), await opacityOf('a.txt')]).toEqual(['0.35', '0.35']);
  await page.mouse.up();
  expect(await images.jsonValue()).toEqual([
    ['1', 'c.txt'],
    ['3', '4 items'],
  ]);
});

describe('the clipboard', () => {
  test('cut and paste moves, also into another window; copy and paste in the same folder makes a copy', async () => {
    const { page, person, letters, newPage } = await openRoot('Grid');
    await page.bringToFront();
    await select(page, 'a.txt', 'b.txt');
    await page.keyboard.press('ControlOrMeta+x');
    const second = await newPage(`/folder/${letters}`);
    await second.getByText('This folder is empty.').waitFor();
    await second.bringToFront();
    await second.keyboard.press('ControlOrMeta+v');
    await second.getByRole('link', { name: 'b.txt' }).waitFor();
    expect(await filesIn(person, letters)).toEqual(['a.txt', 'b.txt']);
    await second.getByRole('link', { name: 'a.txt' }).focus();
    await second.keyboard.press('Escape');
    await second.keyboard.press('ControlOrMeta+c');
    await second.keyboard.press('ControlOrMeta+v');
    await second.getByRole('link', { name: 'a (copy).txt' }).waitFor();
    await second.getByRole('checkbox', { name: 'Select a (copy).txt', checked: true }).waitFor({ state: 'attached' });
  });
});

test('cut and paste into the same folder changes nothing, and what was done before is what Undo undoes', async () => {
  const { page, person } = await openRoot('Grid');
  await page.bringToFront();
  await page.getByRole('link', { name: 'a.txt' }).focus();
  await page.keyboard.press('F2');
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').fill('z.txt');
  await page.keyboard.press('Enter');
  await page.getByText('Renamed to z.txt').waitFor();
  await page.getByRole('link', { name: 'b.txt' }).focus();
  await page.keyboard.press('ControlOrMeta+x');
  const done = page.waitForResponse('**/api/batch');
  await page.keyboard.press('ControlOrMeta+v');
  expect(await (await done).json()).toMatchObject({ operationId: null });
  expect(await page.getByText('Moved to Root').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => filesIn(person, 'root')).toEqual(['a.txt', 'b.txt', 'c.txt']);
});

test('the dialog finds a folder by its name, and offers those that things went to before', async () => {
  const { page, person, letters } = await openRoot('Grid');
  const { id: year } = await person.api.folders.create({ name: 'Nineteen', parentId: letters });
  await page.getByRole('link', { name: 'a.txt' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  await page.getByRole('combobox', { name: 'Find a folder' }).fill('ninet');
  await page.getByRole('option', { name: 'Nineteen Root, Letters' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Nineteen', selected: true }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('Moved to Nineteen').waitFor();
  expect(await filesIn(person, year)).toEqual(['a.txt']);
  await page.getByRole('link', { name: 'b.txt' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  await page.getByRole('region', { name: 'Recent folders' }).getByRole('button', { name: 'Nineteen' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await expect.poll(() => filesIn(person, year)).toEqual(['a.txt', 'b.txt']);
});

test('the dialog lists every folder, offers none that lies in what is moved, and remembers for one person', async () => {
  const { page, person, letters } = await openRoot('Grid');
  const { id: year } = await person.api.folders.create({ name: 'Nineteen', parentId: letters });
  await fillWithFolders(person, year, 1001);
  await page.evaluate((id) => localStorage.setItem('recent-folders', id), year);
  await page.getByRole('link', { name: 'a.txt' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move a.txt to…' });
  expect(await dialog.getByRole('region', { name: 'Recent folders' }).count()).toBe(0);
  await dialog.getByRole('treeitem', { name: 'Letters' }).locator('.folder-tree__arrow').click();
  await dialog.getByRole('treeitem', { name: 'Nineteen' }).locator('.folder-tree__arrow').click();
  await dialog.getByRole('treeitem', { name: 'child 1000' }).waitFor();
  await dialog.getByRole('treeitem', { name: 'Nineteen' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('Moved to Nineteen').waitFor();

  await page.getByRole('toolbar', { name: 'Selection' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Letters' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  const own = page.getByRole('dialog', { name: 'Move Letters to…' });
  await own.getByRole('treeitem', { name: 'Letters' }).waitFor();
  await own.getByRole('combobox', { name: 'Find a folder' }).fill('nineteen');
  await own.getByText('No folder has such a name.').waitFor();
  await page.keyboard.press('Escape');
  expect(await own.getByRole('region', { name: 'Recent folders' }).count()).toBe(0);
});

async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('link', { name }).click({ modifiers: ['ControlOrMeta'] });
}

/** Begins to drag an entry, to the tile of another. */
async function lift(page: Page, name: string, over = 'Letters'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).hover();
  await page.mouse.down();
  const to = await page.getByRole('link', { name: over, exact: true }).boundingBox();
  await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 90, { steps: 4 });
}
