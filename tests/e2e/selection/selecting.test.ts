/** Selecting entries: with the mouse, by keyboard and on a phone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { barButtons, boxOf, drawFrame, openFilled, phone } from '#tests/support/browser/root-to-select-in.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';

const views = ['Grid', 'List'] as const;

test.each(views)('with the mouse: the tick, Ctrl and Shift with a click; a plain click opens (%s)', async (view) => {
  // Tall enough that nothing has to be scrolled half under the header.
  const { page, context } = await openFilled(view, { viewport: { width: 1280, height: 1000 } });
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
  // With Caps Lock it is a capital.
  for (const key of ['a', 'A']) {
    await page.keyboard.press('Escape');
    expect(await selected(page)).toEqual([]);
    await page.keyboard.press(`ControlOrMeta+${key}`);
    expect(await selected(page)).toEqual(['Box', 'a.txt', 'b.txt', 'c.txt']);
  }
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
  // The browser makes a click of it later.
  await expect.poll(() => selected(page)).toEqual(['a.txt', 'b.txt']);
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
  // The first part of a long listing is shown before the rest.
  await page.getByText('400 folders', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Box 0', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+End');
  await page.getByText('400 selected', { exact: true }).waitFor();
  expect(await page.getByRole('row', { selected: true }).count()).toBeLessThan(100);
  await page.keyboard.press('Home');
  const first = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Box 0', exact: true }) });
  await expect.poll(() => first.getAttribute('aria-selected')).toBe('true');
});

/** The names of what is selected, as far as it is drawn. */
async function selected(page: Page): Promise<string[]> {
  const ticks = await page.locator('[data-pick][aria-checked="true"]').all();
  const names = await Promise.all(ticks.map((tick) => tick.getAttribute('aria-label')));
  return names.map((name) => (name ?? '').replace('Select ', '')).toSorted();
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
