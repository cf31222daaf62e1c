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
    await page.getByText('Moved to Letters. Skipped: x.txt').waitFor();
    expect([await filesIn(person, there), await filesIn(person, id)]).toEqual([['x.txt', 'y.txt'], ['x.txt']]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => filesIn(person, id)).toEqual(['x.txt', 'y.txt']);
    expect(await filesIn(person, there)).toEqual(['x.txt']);
  });

  test('when all of it is skipped, nothing is offered to undo', async () => {
    const { page, person, letters } = await openRoot('Grid');
    await uploadFile(person, { name: 'a.txt', body: bytes(9), folderId: letters });
    await drag(page, 'a.txt', 'Letters');
    const question = page.getByRole('dialog', { name: 'a.txt is already in Letters' });
    await question.getByRole('radio', { name: 'Skip' }).check();
    await question.getByRole('button', { name: 'Skip' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Nothing was moved' });
    await toast.getByText('Skipped: a.txt.').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });

  test('a folder of more than a batch reaches is merged child by child, with what it holds; undone as one', async () => {
    const { page, person, letters, browser } = await openRoot('Grid');
    browser.expectError(/413/);
    const { id } = await person.api.folders.create({ name: 'Big', parentId: null });
    const { id: there } = await person.api.folders.create({ name: 'Big', parentId: letters });
    await fill(person, id, 1001);
    await person.api.folders.create({ name: 'child 7', parentId: there });
    await uploadFile(person, { name: 'x.txt', body: bytes(1), folderId: id });
    await uploadFile(person, { name: 'x.txt', body: bytes(2), folderId: there });
    await page.getByRole('link', { name: 'Big' }).waitFor();
    await drag(page, 'Big', 'Letters');
    const question = page.getByRole('dialog', { name: 'Big is already in Letters' });
    await question.getByRole('radio', { name: 'Skip' }).check();
    await question.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('Moved to Letters. Skipped: x.txt').waitFor();
    expect([await countIn(person, id), await countIn(person, there)]).toEqual([1, 1002]);
    await person.api.entries.remove({ id: await fileIdIn(person, id) });
    await page.getByRole('link', { name: 'Big' }).waitFor();
    await drag(page, 'Big', 'Letters');
    await question.getByRole('button', { name: 'Keep both' }).click();
    await page.getByRole('link', { name: 'Big' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Big' }).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => countIn(person, id)).toBe(1001);
    expect(await countIn(person, there)).toBe(2);
  });

  test('a folder of more than a batch reaches that is copied asks, and is not named otherwise unasked', async () => {
    const { page, person, letters, browser } = await openRoot('Grid');
    browser.expectError(/413|409/);
    const { id } = await person.api.folders.create({ name: 'Big', parentId: null });
    await fill(person, id, 1001);
    await uploadFile(person, { name: 'Big', body: bytes(2), folderId: letters });
    await page.getByRole('link', { name: 'Big' }).waitFor();
    await page.keyboard.down('Control');
    await drag(page, 'Big', 'Letters');
    await page.keyboard.up('Control');
    const question = page.getByRole('dialog', { name: 'Big is already in Letters' });
    await question.getByRole('button', { name: 'Keep both' }).click();
    await page.getByText('Copied to Letters as Big (2)').waitFor();
    await person.api.entries.remove({ id: await fileIdIn(person, letters) });
    await page.keyboard.down('Control');
    await drag(page, 'Big', 'Letters');
    await page.keyboard.up('Control');
    await page.getByText('Copied to Letters', { exact: true }).waitFor();
    expect(await foldersIn(person, letters)).toEqual(['Big', 'Big (2)']);
  });
});

describe('many', () => {
  test('progress is shown; Cancel stops after the part that is on its way, says what moved, and it is undone', async () => {
    const { page, person, letters } = await openRoot('List');
    await fill(person, null, 300);
    const bar = await selectAllButLetters(page, 303);
    const second = Promise.withResolvers<void>();
    let batches = 0;
    await page.route('**/api/batch', async (route) => {
      batches += 1;
      if (batches === 2) await second.promise;
      await route.continue();
    });
    await bar.getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moving 100 of 303').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    second.resolve();
    const toast = page.getByRole('alert').filter({ hasText: 'Canceled' });
    await toast.getByText('200 of 303 were moved.').waitFor();
    expect(await countIn(person, letters)).toBe(200);
    expect(batches).toBe(2);
    await page.keyboard.press('Control+z');
    await expect.poll(() => countIn(person, letters)).toBe(0);
  });

  test('folders that are too much together go as far as they fit, in few calls', async () => {
    const { page, person, letters, browser } = await openRoot('List');
    browser.expectError(/413/);
    const { id } = await person.api.folders.create({ name: 'parent', parentId: null });
    await fill(person, id, 20);
    const operations = Array.from({ length: 44 }, (_, i) => ({
      do: 'copy' as const,
      id,
      parentId: null,
      name: `parent ${i}`,
    }));
    for (let at = 0; at < 88; at += 44)
      await person.api.batch({ operations: operations.map((one) => ({ ...one, name: `${one.name} of ${at}` })) });
    const bar = await selectAllButLetters(page, 92);
    let batches = 0;
    page.on('request', (request) => void (batches += Number(request.url().endsWith('/api/batch'))));
    await bar.getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moved to Letters').waitFor();
    expect(await foldersIn(person, letters)).toHaveLength(89);
    expect(batches).toBeLessThanOrEqual(4);
  });

  test('one that was moved elsewhere meanwhile stays with those of its call; the others come back', async () => {
    const { page, person, letters, browser } = await openRoot('List');
    browser.expectError(/409/);
    await fill(person, null, 198);
    const bar = await selectAllButLetters(page, 201);
    await bar.getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moved to Letters').waitFor();
    const { files } = await person.api.folders.children({ id: letters, limit: 1000 });
    await person.api.entries.remove({ id: files.find(({ name }) => name === 'b.txt')?.id ?? '' });
    await page.getByRole('button', { name: 'Undo' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Not everything was undone' });
    await toast.getByText(/^Not undone: (100|101) items\. /).waitFor();
    expect(await countIn(person, letters)).toBeLessThan(101);
    expect(await countIn(person, letters)).toBeGreaterThan(98);
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

test('the dialog lists every folder, offers none that lies in what is moved, and remembers for one person', async () => {
  const { page, person, letters } = await openRoot('Grid');
  const { id: year } = await person.api.folders.create({ name: 'Nineteen', parentId: letters });
  await fill(person, year, 1001);
  await page.evaluate((id) => localStorage.setItem('recent-folders', id), year);
  await page.getByRole('link', { name: 'a.txt' }).focus();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Move a.txt to…' });
  expect(await dialog.getByRole('region', { name: 'Recent folders' }).count()).toBe(0);
  await dialog.getByRole('treeitem', { name: 'Letters' }).locator('.folder-tree__arrow').click();
  await dialog.getByRole('treeitem', { name: 'Nineteen' }).locator('.folder-tree__arrow').click();
  await dialog.getByRole('treeitem', { name: 'child 1000' }).waitFor();
  await dialog.getByRole('treeitem', { name: 'Nineteen' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('Moved to Nineteen').waitFor();

  await page.getByRole('link', { name: 'Letters' }).focus();
  await page.keyboard.press('m');
  const own = page.getByRole('dialog', { name: 'Move Letters to…' });
  await own.getByRole('treeitem', { name: 'Letters' }).waitFor();
  await own.getByRole('combobox', { name: 'Find a folder' }).fill('nineteen');
  await own.getByText('No folder has such a name.').waitFor();
  await page.keyboard.press('Escape');
  expect(await own.getByRole('region', { name: 'Recent folders' }).count()).toBe(0);
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

/** Selects everything in Root but Letters, once all of it is shown. Returns the bar of what is selected. */
async function selectAllButLetters(page: Page, count: number) {
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  const letters = page.getByRole('link', { name: 'Letters' });
  await letters.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('ControlOrMeta+a');
      return await bar.getByText(`${count + 1} selected`, { exact: true }).count();
    })
    .toBe(1);
  await letters.click({ modifiers: ['ControlOrMeta'] });
  await bar.getByText(`${count} selected`, { exact: true }).waitFor();
  return bar;
}

/** Puts so many empty folders into a folder; null is Root. */
async function fill(person: Person, parentId: string | null, count: number): Promise<void> {
  for (let first = 0; first < count; first += 500) {
    const operations = Array.from({ length: Math.min(500, count - first) }, (_, i) => ({
      do: 'create-folder' as const,
      name: `child ${first + i}`,
      parentId,
    }));
    await person.api.batch({ operations });
  }
}

async function countIn(person: Person, id: string): Promise<number> {
  const { contents } = await person.api.folders.get({ id });
  return contents.folders + contents.files;
}

async function foldersIn(person: Person, id: string): Promise<string[]> {
  return (await person.api.folders.children({ id, limit: 200 })).folders.map(({ name }) => name).toSorted();
}

async function fileIdIn(person: Person, id: string): Promise<string> {
  return (await person.api.folders.children({ id })).files[0]?.id ?? '';
}

async function filesIn(person: Person, id: string): Promise<string[]> {
  return (await person.api.folders.children({ id })).files.map(({ name }) => name).toSorted();
}
