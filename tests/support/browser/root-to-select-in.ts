/** Root with a folder and three files, and the ways to select among them. */
import type { Locator, Page } from 'playwright-core';
import { uploadFile } from '../client/upload-file.ts';
import { bytes } from '../fixtures/bytes.ts';
import { signedIn } from './signed-in.ts';

export const phone = { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true };

export async function openFilled(view: 'Grid' | 'List', options: Parameters<typeof signedIn>[0] = {}) {
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

/** What can be done by the bar, as it is seen. */
export async function barButtons(page: Page): Promise<string[]> {
  const buttons = await page.locator('.selection-bar__actions > button').all();
  const seen = await Promise.all(buttons.map(async (one) => ((await one.isVisible()) ? one.textContent() : null)));
  return seen.filter((name) => name !== null);
}

export async function boxOf(page: Page, name: string) {
  const box = await page.getByRole('link', { name }).boundingBox();
  if (box === null) throw new Error(`${name} is not on the page.`);
  return box;
}

type Point = { x: number; y: number };

/** Draws a frame with the mouse from one point to another. */
export async function drawFrame(
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
