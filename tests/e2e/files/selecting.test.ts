/** Selecting entries, and what is then done with all of them: with the mouse, by keyboard and on a phone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { holdRequests } from '#tests/support/browser/hold-requests.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };
const views = ['Grid', 'List'] as const;

describe('selecting', () => {
  test.each(views)('with the mouse: the tick, Ctrl and Shift with a click; a plain click opens (%s)', async (view) => {
    const { page, context } = await openFilled(view);
    await page.getByRole('link', { name: 'a.txt' }).hover();
    await page.getByRole('checkbox', { name: 'Select a.txt' }).click();
    expect(await selected(page)).toEqual(['a.txt']);
    await page.getByRole('toolbar', { name: 'Selection' }).getByText('1 selected', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'c.txt' }).click({ modifiers: ['ControlOrMeta'] });
    expect(await selected(page)).toEqual(['a.txt', 'c.txt']);
    await page.getByRole('link', { name: 'b.txt' }).click({ modifiers: ['Shift'] });
    expect(await selected(page)).toEqual(['b.txt', 'c.txt']);
    await page.getByRole('link', { name: 'Box' }).click({ modifiers: ['Shift', 'ControlOrMeta'] });
    expect(await selected(page)).toEqual(['Box', 'a.txt', 'b.txt', 'c.txt']);
    await page.getByRole('status').filter({ hasText: '4 selected of 4' }).waitFor({ state: 'attached' });
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    expect(await selected(page)).toEqual([]);
    const opening = context.waitForEvent('page');
    await page.getByRole('link', { name: 'a.txt' }).click();
    expect(new URL((await opening).url()).pathname).toMatch(/^\/content\//);
  });

  test.each(views)('by keyboard: Space, x, Shift with arrows, Ctrl A and Esc (%s)', async (view) => {
    const { page } = await openFilled(view);
    await page.getByRole('link', { name: 'a.txt' }).focus();
    await page.keyboard.press('Space');
    expect(await selected(page)).toEqual(['a.txt']);
    await page.keyboard.press('x');
    expect(await selected(page)).toEqual([]);
    const [on, back] = view === 'Grid' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp'];
    await page.keyboard.press(`Shift+${on}`);
    await page.keyboard.press(`Shift+${on}`);
    expect(await selected(page)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await page.keyboard.press(`Shift+${back}`);
    expect(await selected(page)).toEqual(['a.txt', 'b.txt']);
    await page.keyboard.press('Escape');
    expect(await selected(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    expect(await selected(page)).toEqual(['Box', 'a.txt', 'b.txt', 'c.txt']);
  });

  test('with a frame that the mouse draws on the bare page; Shift adds, Ctrl takes out, a click ends it', async () => {
    const { page } = await openFilled('Grid');
    const a = await boxOf(page, 'a.txt');
    const b = await boxOf(page, 'b.txt');
    const c = await boxOf(page, 'c.txt');
    const above = a.y - 12;
    await drawFrame(page, { x: a.x + 30, y: above }, { x: b.x + 40, y: a.y + 40 }, async (frame) => {
      await frame.getByText('2 selected', { exact: true }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
    });
    expect(await selected(page)).toEqual(['a.txt', 'b.txt']);
    await page.keyboard.down('Shift');
    await drawFrame(page, { x: c.x + 30, y: above }, { x: c.x + 60, y: a.y + 40 });
    await page.keyboard.up('Shift');
    expect(await selected(page)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await page.keyboard.down('Control');
    await drawFrame(page, { x: a.x + 30, y: above }, { x: b.x + 40, y: a.y + 40 });
    await page.keyboard.up('Control');
    expect(await selected(page)).toEqual(['c.txt']);
    await page.mouse.click(c.x + c.width + 60, a.y + 20);
    expect(await selected(page)).toEqual([]);
  });

  test('on a phone: a long press begins, taps continue, and the bar takes the place of the other', async () => {
    const { page } = await openFilled('Grid', phone);
    await longPress(page, 'a.txt');
    await page.getByRole('toolbar', { name: 'Selection' }).waitFor();
    expect(await selected(page)).toEqual(['a.txt']);
    await page.getByRole('link', { name: 'b.txt' }).tap();
    expect(await selected(page)).toEqual(['a.txt', 'b.txt']);
    expect(await page.getByRole('navigation', { name: 'Main, phone' }).isVisible()).toBe(false);
    expect(await barButtons(page)).toEqual(['Move', 'Copy', 'Download', 'Move to Trash', 'More']);
    const count = await page.getByText('2 selected', { exact: true }).boundingBox();
    const move = await page.getByRole('button', { name: 'Move', exact: true }).boundingBox();
    expect((count?.y ?? 0) + (count?.height ?? 0)).toBeLessThanOrEqual(move?.y ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await page.getByRole('navigation', { name: 'Main, phone' }).waitFor();
  });

  test('reaches what is not drawn: everything of a long list', async () => {
    const { person, newPage } = await signedIn();
    const operations = Array.from({ length: 400 }, (_, at) => ({
      do: 'create-folder' as const,
      name: `Box ${at}`,
      parentId: null,
    }));
    await person.api.batch({ operations });
    const page = await newPage('/task');
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('link', { name: 'Box 0', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+End');
    await page.getByText('400 selected', { exact: true }).waitFor();
    expect(await page.getByRole('row', { selected: true }).count()).toBeLessThan(100);
    await page.keyboard.press('Home');
    const first = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Box 0', exact: true }) });
    await expect.poll(() => first.getAttribute('aria-selected')).toBe('true');
  });
});

describe('what is selected', () => {
  test('has a bar: what does not fit is in More, and the size counts what folders hold', async () => {
    const { page, person, ids } = await openFilled('Grid');
    await uploadFile(person, { name: 'inside.bin', body: bytes(5000), folderId: ids.Box ?? null });
    await page.getByRole('link', { name: 'a.txt' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('toolbar').getByText('5 kB').waitFor();
    expect(await barButtons(page)).toEqual(['Move', 'Copy', 'Download', 'Star', 'Move to Trash', 'More']);
    for (const width of [900, 721]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => barButtons(page)).toEqual(['Move', 'Download', 'Move to Trash', 'More']);
      const box = await page.getByRole('toolbar').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(16);
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width - 16);
      expect(await page.getByRole('toolbar').evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
    }
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'More actions for the selection' }).click();
    const menu = page.getByRole('menu', { name: '4 items' });
    for (const name of ['Star', 'Copy to…']) await menu.getByRole('menuitem', { name }).waitFor();
    await menu.getByRole('menuitem', { name: 'Download', disabled: true }).getByText('Folders cannot be').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('goes to Trash together and comes back with one Undo', async () => {
    const { page, person } = await openFilled('Grid');
    await page.getByRole('link', { name: 'Box' }).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('link', { name: 'b.txt' }).click({ modifiers: ['ControlOrMeta'] });
    const held = await holdRequests(page, '**/api/batch');
    await page.getByRole('toolbar').getByRole('button', { name: 'Move to Trash' }).click();
    await page.getByRole('toolbar').getByText('0 of 2 moved to Trash').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    held.release();
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

  test('obeys its keys wherever the focus is: after a tick, after a frame, after Ctrl A from the page', async () => {
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

  test('that the server refuses stays selected and is named; the rest goes', async () => {
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

  test('is downloaded one after another when it is only files', async () => {
    const { page } = await openFilled('Grid');
    await page.getByRole('link', { name: 'a.txt' }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    const bar = page.getByRole('toolbar');
    await bar.getByRole('button', { name: 'Download' }).click();
    await expect.poll(() => downloads.toSorted()).toEqual(['a.txt', 'b.txt']);
    await page.getByRole('link', { name: 'Box' }).click({ modifiers: ['ControlOrMeta'] });
    await bar.getByRole('button', { name: 'Download', disabled: true }).click({ force: true });
    await page.getByRole('alert').getByText('Folders cannot be downloaded yet.').waitFor();
  });
});

async function openFilled(view: (typeof views)[number], options: Parameters<typeof signedIn>[0] = {}) {
  const browser = await signedIn({ bypassCSP: true, ...options });
  const { person } = browser;
  const ids: Record<string, string> = {};
  ids.Box = (await person.api.folders.create({ name: 'Box', parentId: null })).id;
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    ids[name] = (await uploadFile(person, { name, body: bytes(20, name) })).id;
  const page = await browser.newPage('/task');
  await page.getByRole('link', { name: 'c.txt' }).waitFor();
  await page.getByText(view, { exact: true }).click();
  await page
    .getByRole(view === 'Grid' ? 'gridcell' : 'row')
    .getByRole('link', { name: 'c.txt' })
    .waitFor();
  return { ...browser, page, ids };
}

/** The names of what is selected, as far as it is drawn. */
async function selected(page: Page): Promise<string[]> {
  const ticks = await page.locator('[data-pick][aria-checked="true"]').all();
  const names = await Promise.all(ticks.map((tick) => tick.getAttribute('aria-label')));
  return names.map((name) => (name ?? '').replace('Select ', '')).toSorted();
}

/** What can be done by the bar, as it is seen. */
async function barButtons(page: Page): Promise<string[]> {
  const buttons = await page.locator('.selection-bar__actions > button').all();
  const seen = await Promise.all(buttons.map(async (one) => ((await one.isVisible()) ? one.textContent() : null)));
  return seen.filter((name) => name !== null);
}

/** A finger that rests on an entry until it is selected. */
async function longPress(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).evaluate((link) => link.scrollIntoView({ block: 'center' }));
  const box = await boxOf(page, name);
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.getByRole('checkbox', { name: `Select ${name}`, checked: true }).waitFor({ state: 'attached' });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function boxOf(page: Page, name: string) {
  const box = await page.getByRole('link', { name }).boundingBox();
  if (box === null) throw new Error(`${name} is not on the page.`);
  return box;
}

type Point = { x: number; y: number };

async function drawFrame(
  page: Page,
  from: Point,
  to: Point,
  during: (frame: Locator) => Promise<void> = async () => {},
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.locator('.rubber-band').waitFor();
  await during(page.locator('.rubber-band'));
  await page.mouse.up();
  await page.locator('.rubber-band').waitFor({ state: 'detached' });
}
