/** What is done with all that is selected: by the bar, by its keys, with one undo. */
import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { barButtons, boxOf, drawFrame, openFilled } from '#tests/support/browser/root-to-select-in.ts';
import { fillWithFolders } from '#tests/support/browser/root-with-letters.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { listWithPython } from '#tests/support/client/zip-readers.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

test('what is selected has a bar: what does not fit is in More, and the size counts what folders hold', async () => {
  const { page, person, ids } = await openFilled('Grid');
  await uploadFile(person, { name: 'inside.bin', body: bytes(5000), folderId: ids.Box ?? null });
  await page.getByRole('link', { name: 'a.txt' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('toolbar').getByText('5 kB').waitFor();
  expect(await barButtons(page)).toEqual(['Move', 'Copy', 'Download', 'Star', 'Move to Trash', 'More']);
  for (const width of [900, 721]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => barButtons(page)).toEqual(['Move', 'Download', 'Move to Trash', 'More']);
    const more = await page.getByRole('button', { name: 'Folder actions' }).boundingBox();
    expect((more?.x ?? width) + (more?.width ?? 0)).toBeLessThanOrEqual(width);
    const box = await page.getByRole('toolbar').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(16);
    expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width - 16);
    expect(await page.getByRole('toolbar').evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  }
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'More actions for the selection' }).click();
  const menu = page.getByRole('menu', { name: '4 items' });
  for (const name of ['Star', 'Copy to…']) await menu.getByRole('menuitem', { name }).waitFor();
  await menu.getByRole('menuitem', { name: 'Download' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test('the tick lies on its object, and the corners reach over the edge of whatever is drawn', async () => {
  const { page, person } = await openFilled('Grid');
  for (const name of ['old.zip', 'blob.bin']) await uploadFile(person, { name, body: bytes(20, name) });
  await page.getByRole('link', { name: 'blob.bin' }).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('toolbar').getByText('6 selected').waitFor();
  const drawn = await page.locator('.tile:has(.pick)').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const [thing, pick] = ['.thing', '.pick'].map((one) => tile.querySelector(one) ?? document.body);
      const [object, tick] = [thing, pick].map((one) => (one ?? document.body).getBoundingClientRect());
      const { overflow, clipPath } = getComputedStyle(thing ?? document.body);
      const corners = getComputedStyle(thing ?? document.body, '::after');
      return {
        isOnIt: tick !== undefined && object !== undefined && tick.top >= object.top && tick.left >= object.left,
        isCut: overflow !== 'visible' || clipPath !== 'none',
        over: Math.round(Number.parseFloat(corners.width) - (object?.width ?? 0)),
      };
    }),
  );
  expect(drawn).toEqual(drawn.map(() => ({ isOnIt: true, isCut: false, over: 10 })));
  expect(drawn).toHaveLength(6);
});

test('what is selected goes to Trash together and comes back with one Undo', async () => {
  // Tall enough that nothing has to be scrolled half under the header.
  const { page, person } = await openFilled('Grid', { viewport: { width: 1280, height: 1000 } });
  await page.getByRole('link', { name: 'Box' }).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('link', { name: 'b.txt' }).click({ modifiers: ['ControlOrMeta'] });
  const held = await holdRequests(page, '**/api/batch');
  await page.getByRole('toolbar').getByRole('button', { name: 'Move to Trash' }).click();
  await page.getByRole('toolbar').getByText('0 of 2 moved to Trash').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  held.release();
  // It goes by itself, but not while it has the focus.
  await page.getByRole('button', { name: 'Undo' }).focus();
  expect(await page.locator('.toast').evaluate(isOverTooltip)).toBe(true);
  await page.getByRole('link', { name: 'Box' }).waitFor({ state: 'detached' });
  const names = async () => {
    const { folders, files } = await person.api.folders.children({ id: 'root' });
    return [...folders, ...files].map(({ name }) => name);
  };
  await expect.poll(names).toEqual(['a.txt', 'c.txt']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'b.txt' }).waitFor();
  await expect.poll(names).toEqual(['Box', 'a.txt', 'b.txt', 'c.txt']);
});

test('what Cancel left out of Trash stays selected', async () => {
  const { page, person } = await openFilled('List');
  await fillWithFolders(person, null, 100);
  await page.getByText(/^101 folders, 3 files/).waitFor();
  const bar = page.getByRole('toolbar');
  await page.getByRole('link', { name: 'Box' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await bar.getByText('104 selected').waitFor();
  const held = await holdRequests(page, '**/api/batch');
  await bar.getByRole('button', { name: 'Move to Trash' }).click();
  await held.arrived;
  await bar.getByRole('button', { name: 'Cancel' }).click();
  held.release();
  await bar.getByText('4 selected', { exact: true }).waitFor();
});

test('what is done twice is said twice: the second toast has its own time', async () => {
  const { page } = await openFilled('Grid');
  const toast = page.getByRole('status').filter({ hasText: 'Starred' });
  await star('a.txt', 'b.txt');
  await toast.getByText('2 items', { exact: true }).waitFor();
  await toast.evaluate((element) => element.setAttribute('data-first', ''));
  await star('Box', 'c.txt');
  await toast.and(page.locator(':not([data-first])')).getByText('2 items', { exact: true }).waitFor();

  async function star(...names: string[]) {
    await page.keyboard.press('Escape');
    for (const name of names) await page.getByRole('link', { name }).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('toolbar').getByRole('button', { name: 'Star', exact: true }).click();
  }
});

test('what is selected obeys its keys wherever the focus is: after a tick, after a frame, after Ctrl A from the page', async () => {
  const { page } = await openFilled('Grid');
  const rename = page.getByRole('dialog', { name: 'Rename' });
  await page.getByRole('link', { name: 'a.txt' }).hover();
  await page.getByRole('checkbox', { name: 'Select a.txt' }).click();
  await page.keyboard.press('F2');
  await rename.waitFor();
  await page.keyboard.press('m');
  await page.keyboard.press('Escape');
  await rename.waitFor({ state: 'detached' });
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('m');
  await page.getByRole('dialog', { name: 'Move 4 items to…' }).waitFor();
  await page.keyboard.press('Escape');
  const a = await boxOf(page, 'a.txt');
  const b = await boxOf(page, 'b.txt');
  await drawFrame(page, { x: a.x + 30, y: a.y - 12 }, { x: b.x + 40, y: a.y + 40 });
  await page.keyboard.press('Delete');
  await page.getByRole('link', { name: 'b.txt' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('link', { name: 'c.txt' }).count()).toBe(1);
});

test('what is selected that the server refuses stays selected and is named; the rest goes', async () => {
  const { page, person, ids, ...browser } = await openFilled('Grid');
  browser.expectError(/404|409/);
  // The page does not hear that it is gone already.
  await page.route('**/api/batch', async (route) => {
    await person.api.entries.remove({ id: ids['b.txt'] ?? '' }).catch(() => undefined);
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'a.txt' }).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  await page.getByRole('alert').filter({ hasText: 'b.txt' }).getByText('Not moved to Trash.').waitFor();
  await page.getByRole('link', { name: 'a.txt' }).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await person.api.folders.children({ id: 'root' })).files.map(({ name }) => name))
    .toEqual(['c.txt']);
});

test('a file is downloaded as it is, a folder and what is selected as a zip, also what holds them all', async () => {
  const { page, person, ids } = await openFilled('Grid');
  await uploadFile(person, { name: 'inside.bin', body: bytes(5000, 'inside'), folderId: ids.Box ?? null });
  const bar = page.getByRole('toolbar');
  const downloaded = async () => {
    const coming = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Download' }).click();
    return await membersOf(await coming);
  };

  await page.getByRole('link', { name: 'a.txt' }).click({ modifiers: ['ControlOrMeta'] });
  expect((await downloaded()).name).toBe('a.txt');
  await page.getByRole('link', { name: 'b.txt' }).click({ modifiers: ['ControlOrMeta'] });
  expect(await downloaded()).toEqual({ name: '2 items.zip', paths: ['a.txt', 'b.txt'] });
  await page.getByRole('link', { name: 'Box' }).click({ modifiers: ['ControlOrMeta'] });
  expect(await downloaded()).toEqual({ name: '3 items.zip', paths: ['Box/', 'Box/inside.bin', 'a.txt', 'b.txt'] });
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Box' }).click({ button: 'right' });
  const folder = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect(await membersOf(await folder)).toEqual({ name: 'Box.zip', paths: ['Box/', 'Box/inside.bin'] });

  await page.getByRole('button', { name: 'Folder actions' }).click();
  const root = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await membersOf(await root)).paths).toEqual(['Box/', 'Box/inside.bin', 'a.txt', 'b.txt', 'c.txt']);
});

/** What was downloaded, and what is in it if it is a zip. */
async function membersOf(download: Download): Promise<{ name: string; paths: string[] }> {
  const name = download.suggestedFilename();
  if (!name.endsWith('.zip')) return { name, paths: [] };
  const members = await listWithPython(await readFile(await download.path()));
  return { name, paths: members.map(({ path }) => path).toSorted() };
}

/** Whether it is seen and clicked where the page has a tooltip. */
function isOverTooltip(element: Element): boolean {
  const { left, top } = element.getBoundingClientRect();
  const tooltip = document.createElement('div');
  tooltip.className = 'tooltip';
  tooltip.style.cssText = `left: ${left}px; top: ${top}px; padding: 50px`;
  document.querySelector('main')?.append(tooltip);
  const seen = document.elementFromPoint(left + 20, top + 20);
  tooltip.remove();
  return element.contains(seen);
}
