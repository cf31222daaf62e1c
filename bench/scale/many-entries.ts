import type { CDPSession, Page } from 'playwright-core';
import { signUp } from '#tests/support/client/build-account.ts';
import { type Figure, milliseconds, timed } from '../support/figures.ts';
import { longTasks, tasksOf } from '../support/main-thread.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';
import { launchBrowser, signedIn } from '../support/signed-in-browser.ts';

export const files = 100_000;
const viewport = { width: 1280, height: 860 };
const openingMs = 120_000;
const scrollSteps = 60;

export type OpenPage = { page: Page; devtools: CDPSession; server: ServerProcess };

/** Opens a folder of 100,000 files in Chromium. */
export async function withManyEntries(measure: (opened: OpenPage) => Promise<Figure[]>): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  const browser = await launchBrowser();
  try {
    const person = await signUp(server);
    await person.api.folders.create({ name: 'Target', parentId: null });
    const [seeded] = await seedFiles({ dataFolder: folder.path }, person, { folders: 1, filesInEach: files });
    const context = await signedIn(browser, person, { baseURL: server.baseUrl, viewport });
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && process.stderr.write(`${message.text()}\n`));
    const devtools = await context.newCDPSession(page);
    const opening = await timed(async () => {
      await page.goto(`/folder/${seeded?.id}`);
      await page.getByText(/^100,000 files/).waitFor({ timeout: openingMs });
    });
    const figures = await measure({ page, devtools, server });
    return [{ what: `a folder of ${files} files, until all are counted`, value: milliseconds(opening) }, ...figures];
  } finally {
    await browser.close();
    await server.stop();
    await folder.remove();
  }
}

/** What one does in a folder of 100,000 files, and how long the main thread is busy with it. */
export function measureManyEntries(): Promise<Figure[]> {
  return withManyEntries(async ({ page, devtools }) => {
    const figures: Figure[] = [];
    for (const view of ['Grid', 'List']) {
      const measure = async (what: string, run: () => Promise<void>) => {
        const value = longTasks(await tasksOf(devtools, run));
        figures.push({ what: `${view}, ${what}: longest task, number above 50 ms, and the longest`, value });
      };
      await page.getByText(view, { exact: true }).click();
      await page.getByRole('link', { name: 'seeded 0.txt' }).focus();
      await measure('scrolling', () => scroll(page));
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.getByRole('link', { name: 'seeded 0.txt' }).focus();
      await measure('40 arrow keys', () => press(page, 'ArrowDown', 40));
      await measure('40 arrow keys with Shift', () => press(page, 'Shift+ArrowDown', 40));
      await measure('End and Home', async () => {
        await press(page, 'End', 1);
        await press(page, 'Home', 1);
      });
      await measure('ticking 10', () => tick(page, 10));
      await measure('Ctrl A', () => press(page, 'ControlOrMeta+a', 1));
      await measure('scrolling with all selected', () => scroll(page));
      await page.evaluate(() => window.scrollTo(0, 0));
      await measure('taking 10 ticks out', () => tick(page, 10));
      await measure('Esc', () => press(page, 'Escape', 1));
      if (view === 'Grid') {
        await measure('a rubber band over the window', () => band(page, false));
        await measure('a rubber band that scrolls down', () => band(page, true));
        await press(page, 'ControlOrMeta+a', 1);
        await measure('a rubber band with Ctrl over all that is selected', async () => {
          await page.keyboard.down('Control');
          await band(page, false);
          await page.keyboard.up('Control');
        });
        await press(page, 'Escape', 1);
      }
      await measure('putting all into the order of their names, and back', async () => {
        for (const name of ['Name', 'Date added', 'Oldest first']) {
          await page.getByRole('button', { name: /^Sort/ }).click();
          await page.getByRole('menuitemradio', { name }).click();
          await page.getByRole('button', { name: `Sort: ${name === 'Name' ? 'Name' : 'Date added'}` }).waitFor();
        }
      });
      await measure('typing the beginning of a name', async () => {
        await page.getByRole('link', { name: 'seeded 0.txt' }).focus();
        await page.keyboard.type('seeded 99999', { delay: 30 });
        await settled(page);
      });
      await page.evaluate(() => window.scrollTo(0, 0));
    }
    return figures;
  });
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await page.keyboard.press(key);
    await settled(page);
  }
}

async function tick(page: Page, count: number): Promise<void> {
  const picks = page.locator('[data-pick]');
  for (let i = 0; i < count; i += 1) {
    await picks.nth(i).dispatchEvent('click');
    await settled(page);
  }
}

async function scroll(page: Page): Promise<void> {
  await page.evaluate(async (steps) => {
    const height = document.documentElement.scrollHeight;
    for (let at = 0; at < steps; at += 1) {
      window.scrollTo(0, at % 2 === 0 ? at * 300 : (((at * 7919) % 1000) / 1000) * height);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, scrollSteps);
}

/** Draws a band from the bare edge of the page; down to where the page scrolls, if wanted, for two seconds. */
async function band(page: Page, scrolls: boolean): Promise<void> {
  const box = await page.getByRole('grid', { name: 'Files' }).boundingBox();
  const x = 4;
  await page.mouse.move(x, Math.max(200, box?.y ?? 0));
  await page.mouse.down();
  for (let at = 1; at <= 20; at += 1) {
    await page.mouse.move(x + at * 60, 250 + at * 20);
    await settled(page);
  }
  if (scrolls) {
    await page.mouse.move(x + 1200, viewport.height - 5);
    for (let frame = 0; frame < 120; frame += 1) await settled(page);
  }
  await page.mouse.up();
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** Until what changed is drawn. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
