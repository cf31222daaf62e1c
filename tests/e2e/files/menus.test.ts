/** The menus of entries: at the pointer, at their button, by keyboard, and as a sheet on a phone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#tests/support/browser/find-barriers.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';

test('a right click opens the menu at the pointer, inside the window, and the focus returns', async () => {
  const { page } = await openFile({ viewport: { width: 1280, height: 1100 } });
  const link = page.getByRole('link', { name: 'one.txt' });
  await link.focus();
  await link.click({ button: 'right', position: { x: 110, y: 80 } });
  const menu = page.getByRole('dialog', { name: 'one.txt' });
  const at = await link.boundingBox();
  const box = await menu.boundingBox();
  expect([Math.round((box?.x ?? 0) - (at?.x ?? 0)), Math.round((box?.y ?? 0) - (at?.y ?? 0))]).toEqual([110, 80]);
  expect(await findBarriers(page)).toEqual([]);
  // The strip beside the page, where a scroll bar would be, is as light as the page.
  const [strip, ground] = await page.evaluate(() =>
    [document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
  );
  expect(strip).toBe(ground);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('one.txt');

  await page.setViewportSize({ width: 800, height: 420 });
  await link.click({ button: 'right' });
  await expect.poll(async () => isInside(await menu.boundingBox(), { width: 800, height: 420 })).toBe(true);
});

test.each(['Shift+F10', 'ContextMenu'])('%s opens it; arrows, Home, End and letters move in it', async (key) => {
  const { page } = await openFile();
  await page.getByRole('link', { name: 'one.txt' }).focus();
  await page.keyboard.press(key);
  await page.getByRole('menu', { name: 'one.txt' }).waitFor();
  for (const [pressed, item] of [
    ['ArrowDown', 'View'],
    ['End', 'Move to Trash'],
    ['ArrowDown', 'Open'],
    ['ArrowUp', 'Move to Trash'],
    ['Home', 'Open'],
    ['r', 'Rename'],
  ] as const) {
    await page.keyboard.press(pressed);
    await expect.poll(() => focused(page), { message: `after ${pressed}` }).toContain(item);
  }
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name').waitFor();
});

test('one item is lit: that under the pointer, from which arrow keys go on', async () => {
  const { page } = await openFile();
  await page.getByRole('link', { name: 'one.txt' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'View' }).hover();
  await expect.poll(() => focused(page)).toContain('View');
  await page.getByRole('menuitem', { name: 'Rename' }).hover();
  await expect.poll(() => focused(page)).toContain('Rename');
  const items = page.getByRole('menuitem');
  const at = (await items.allInnerTexts()).findIndex((text) => text.includes('Rename'));
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe(await items.nth(at + 1).textContent());
  const grounds = await items.evaluateAll((all) => all.map((item) => getComputedStyle(item).backgroundColor));
  expect(grounds.filter((ground) => ground !== 'rgba(0, 0, 0, 0)')).toHaveLength(1);
});

test('a type that the browser does not show is viewed or downloaded, not opened in a tab; the header is not repeated', async () => {
  const { page, person } = await openFile();
  await uploadFile(person, { name: 'two.bin', body: bytes(20) });
  await page.getByRole('link', { name: 'two.bin' }).click({ button: 'right' });
  const items = page.getByRole('menuitem');
  // A letter is no key of it: it begins a name.
  expect((await items.allInnerTexts()).slice(0, 4)).toEqual(['View', 'Download', 'Rename\nF2', 'Move to…']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Folder actions' }).click();
  expect(await items.allInnerTexts()).toEqual(['Download']);
});

test('on a selected entry it is for all that is selected', async () => {
  const { page, person } = await openFile();
  await uploadFile(person, { name: 'two.txt', body: bytes(20) });
  await page.getByRole('link', { name: 'two.txt' }).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('link', { name: 'one.txt' }).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: '2 items' });
  expect(await menu.getByRole('menuitem', { name: 'Rename' }).count()).toBe(0);
  expect(await menu.getByRole('menuitem', { name: 'Move to…' }).innerText()).toBe('Move to…\nm');
  await menu.getByRole('menuitem', { name: 'Move to Trash' }).click();
  await page.getByText('2 items', { exact: true }).waitFor();
});

test('on a phone it is a sheet at the bottom', async () => {
  const { page } = await openFile({ viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: 'More actions for one.txt' }).tap();
  const menu = page.getByRole('dialog', { name: 'one.txt' });
  await expect.poll(async () => bottomOf(await menu.boundingBox())).toEqual({ x: 0, width: 360, bottom: 760 });
  const item = await menu.getByRole('menuitem', { name: 'Rename' }).boundingBox();
  expect(item?.height).toBeGreaterThanOrEqual(48);
  expect(await findBarriers(page)).toEqual([]);
});

async function openFile(options: Parameters<typeof signedIn>[0] = {}) {
  const browser = await signedIn({ bypassCSP: true, ...options });
  await uploadFile(browser.person, { name: 'one.txt', body: bytes(20) });
  const page = await browser.newPage('/task');
  await page.getByRole('link', { name: 'one.txt' }).waitFor();
  return { ...browser, page };
}

type Box = { x: number; y: number; width: number; height: number };

function isInside(box: Box | null, { width, height }: { width: number; height: number }): boolean {
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}

function bottomOf(box: Box | null) {
  return box && { x: box.x, width: box.width, bottom: box.y + box.height };
}

function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
}
