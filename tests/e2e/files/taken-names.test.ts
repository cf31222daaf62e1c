/** Many things at once, and names that are taken: one question, merging, progress, Cancel, and undo of what was done. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { drag, filesIn, fillWithFolders, openRoot } from '#tests/support/browser/root-with-letters.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

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
    // While it is pointed at it stays.
    await page.getByText('Moved to Letters. Skipped: x.txt').hover();
    expect([await filesIn(person, there), await filesIn(person, id)]).toEqual([['x.txt', 'y.txt'], ['x.txt']]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => filesIn(person, id)).toEqual(['x.txt', 'y.txt']);
    expect(await filesIn(person, there)).toEqual(['x.txt']);
  });

  test('when all of it is skipped, nothing is offered to undo, and it stays selected', async () => {
    const { page, person, letters } = await openRoot('Grid');
    await uploadFile(person, { name: 'a.txt', body: bytes(9), folderId: letters });
    await page.getByRole('link', { name: 'a.txt' }).click({ modifiers: ['ControlOrMeta'] });
    await drag(page, 'a.txt', 'Letters');
    const question = page.getByRole('dialog', { name: 'a.txt is already in Letters' });
    await question.getByRole('radio', { name: 'Skip' }).check();
    await question.getByRole('button', { name: 'Skip' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Nothing was moved' });
    await toast.getByText('Skipped: a.txt.').waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(await page.getByText('1 selected', { exact: true }).isVisible()).toBe(true);
  });

  test('when the page is left with the question, what moved is told and Ctrl Z undoes it', async () => {
    const { page, person, letters } = await openRoot('Grid');
    await uploadFile(person, { name: 'a.txt', body: bytes(9), folderId: letters });
    await page.getByRole('link', { name: 'Trash' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
    await page.getByRole('link', { name: 'Folders' }).first().click();
    for (const name of ['a.txt', 'b.txt'])
      await page.getByRole('link', { name }).click({ modifiers: ['ControlOrMeta'] });
    await drag(page, 'a.txt', 'Letters');
    await page.getByRole('dialog', { name: 'a.txt is already in Letters' }).waitFor();
    // The browser's own Back would close the question.
    await page.evaluate(() => history.back());
    await page.getByText('Moved to Letters. Skipped: a.txt').waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(() => filesIn(person, 'root')).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  test('a folder of more than a batch reaches is merged child by child, with what it holds; undone as one', async () => {
    const { page, person, letters, browser } = await openRoot('Grid');
    browser.expectError(/413/);
    const { id } = await person.api.folders.create({ name: 'Big', parentId: null });
    const { id: there } = await person.api.folders.create({ name: 'Big', parentId: letters });
    await fillWithFolders(person, id, 1001);
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
    // Until then there may be the Undo of the first time.
    await page.getByText('Moved to Letters', { exact: true }).hover();
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
    await fillWithFolders(person, id, 1001);
    await uploadFile(person, { name: 'Big', body: bytes(2), folderId: letters });
    await page.getByRole('link', { name: 'Big' }).waitFor();
    await page.keyboard.down('Control');
    await drag(page, 'Big', 'Letters');
    await page.keyboard.up('Control');
    const question = page.getByRole('dialog', { name: 'Big is already in Letters' });
    await question.getByRole('button', { name: 'Keep both' }).click();
    await page.getByText('Copied to Letters as “Big (2)”').waitFor();
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
    await fillWithFolders(person, null, 300);
    const bar = await selectAllButLetters(page, 303);
    const second = Promise.withResolvers<void>();
    let batches = 0;
    await page.route('**/api/batch', async (route) => {
      batches += 1;
      if (batches === 2) await second.promise;
      await route.continue();
    });
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    await bar.getByText('Moving 100 of 303').waitFor();
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
    await fillWithFolders(person, id, 20);
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
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moved to Letters').waitFor();
    expect(await foldersIn(person, letters)).toHaveLength(89);
    expect(batches).toBeLessThanOrEqual(4);
  });

  test('one that was moved elsewhere meanwhile stays with those of its call; the others come back', async () => {
    const { page, person, letters, browser } = await openRoot('List');
    browser.expectError(/409/);
    await fillWithFolders(person, null, 198);
    const bar = await selectAllButLetters(page, 201);
    await bar.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByRole('treeitem', { name: 'Letters' }).click();
    await page.getByRole('button', { name: 'Move here' }).click();
    await page.getByText('Moved to Letters').hover();
    const { files } = await person.api.folders.children({ id: letters, limit: 1000 });
    await person.api.entries.remove({ id: files.find(({ name }) => name === 'b.txt')?.id ?? '' });
    await page.getByRole('button', { name: 'Undo' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Not everything was undone' });
    await toast.getByText(/^Not undone: (100|101) items\. /).waitFor();
    expect(await countIn(person, letters)).toBeLessThan(101);
    expect(await countIn(person, letters)).toBeGreaterThan(98);
  });
});

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
