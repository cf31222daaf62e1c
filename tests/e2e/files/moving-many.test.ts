/** Moving and copying several things: by dragging, by cut, copy and paste, and by the dialog, with one question. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const views = ['Grid', 'List'] as const;

describe('dragging', () => {
  test.each(views)('what is selected goes into the folder it is dropped on, and comes back (%s)', async (view) => {
    const { page, person, letters } = await openRoot(view);
    await select(page, 'a.txt', 'b.txt');
    await drag(page, 'a.txt', 'Letters');
    await page.getByText('Moved to Letters').waitFor();
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
  await select(page, 'Letters', 'Box', 'a.txt', 'b.txt');
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

describe('names that are taken', () => {
  test('are asked about once, for all: the next version', async () => {
    const { page, person, letters } = await openRoot('Grid');
    for (const name of ['a.txt', 'b.txt']) await uploadFile(person, { name, body: bytes(9), folderId: letters });
    await page.getByRole('link', { name: 'a.txt' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('link', { name: 'Letters' }).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('dialog', { name: 'Move 3 items to…' }).getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    const question = page.getByRole('dialog', { name: '2 names are already in Letters' });
    await question.getByText('a.txt, b.txt').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await question.getByRole('radio', { name: 'Make the next version' }).check();
    await question.getByRole('button', { name: 'Make the next version' }).click();
    await page.getByText('Moved to Letters').waitFor();
    const { files } = await person.api.folders.children({ id: letters });
    expect(files.map(({ name, version }) => `${name} ${version}`).toSorted()).toEqual([
      'a.txt 2',
      'b.txt 2',
      'c.txt 1',
    ]);
    expect(await filesIn(person, 'root')).toEqual([]);
  });

  test('folders are merged, and what is skipped stays', async () => {
    const { page, person, letters } = await openRoot('Grid');
    const { id } = await person.api.folders.create({ name: 'Box', parentId: null });
    const { id: there } = await person.api.folders.create({ name: 'Box', parentId: letters });
    await uploadFile(person, { name: 'x.txt', body: bytes(1), folderId: id });
    await uploadFile(person, { name: 'y.txt', body: bytes(1), folderId: id });
    await uploadFile(person, { name: 'x.txt', body: bytes(2), folderId: there });
    await page.getByRole('link', { name: 'Box' }).waitFor();
    await drag(page, 'Box', 'Letters');
    const question = page.getByRole('dialog', { name: 'Box is already in Letters' });
    await question.getByText('The folders are merged.').waitFor();
    await question.getByRole('radio', { name: 'Skip' }).check();
    await question.getByRole('button', { name: 'Skip' }).click();
    await expect.poll(() => filesIn(person, there)).toEqual(['x.txt', 'y.txt']);
    expect(await filesIn(person, id)).toEqual(['x.txt']);
  });
});

test('the dialog finds a folder by its name, and offers those that things went to before', async () => {
  const { page, person, letters } = await openRoot('Grid');
  const { id: year } = await person.api.folders.create({ name: 'Nineteen', parentId: letters });
  await page.getByRole('link', { name: 'a.txt' }).focus();
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
  await page.keyboard.press('m');
  await page.getByRole('region', { name: 'Recent folders' }).getByRole('button', { name: 'Nineteen' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await expect.poll(() => filesIn(person, year)).toEqual(['a.txt', 'b.txt']);
});

/** Root with the folder Letters and three files. */
async function openRoot(view: (typeof views)[number]) {
  const { newPage, person, ...browser } = await signedIn({ bypassCSP: true });
  const { id: letters } = await person.api.folders.create({ name: 'Letters', parentId: null });
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await uploadFile(person, { name, body: bytes(20) });
  const page = await newPage('/task');
  await page.getByRole('link', { name: 'c.txt' }).waitFor();
  await page.getByText(view, { exact: true }).click();
  await page.getByRole('link', { name: 'c.txt' }).waitFor();
  return { page, person, browser, letters, newPage };
}

async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('link', { name }).click({ modifiers: ['ControlOrMeta'] });
}

async function drag(page: Page, name: string, folder: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).dragTo(page.getByRole('link', { name: folder }).first());
}

/** Begins to drag an entry, to the tile of another. */
async function lift(page: Page, name: string, over = 'Letters'): Promise<void> {
  await page.getByRole('link', { name, exact: true }).hover();
  await page.mouse.down();
  const to = await page.getByRole('link', { name: over, exact: true }).boundingBox();
  await page.mouse.move((to?.x ?? 0) + 60, (to?.y ?? 0) + 90, { steps: 4 });
}

async function filesIn(person: Person, id: string): Promise<string[]> {
  return (await person.api.folders.children({ id })).files.map(({ name }) => name).toSorted();
}
