import type { Browser, Page } from 'playwright-core';
import { startUpload } from '#client/storage/upload.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, milliseconds } from '../support/figures.ts';
import { longMs, longTasks, tasksOf } from '../support/main-thread.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';
import { launchBrowser, signedIn } from '../support/signed-in-browser.ts';

const files = 10_000;
const endings = ['webp', 'txt', 'pdf', 'mp3', 'zip', 'mp4', 'pes', 'json'];
const atOnce = 32;
const scrollMs = 4000;
/** Pixels per millisecond; 0 jumps to another position in every frame. */
const speeds = { '2,000 px/s': 2, '10,000 px/s': 10, 'a jump in every frame': 0 };

/** A folder of 10,000 files of all kinds: how soon it is displayed, and how long the main thread is blocked while scrolling. */
export async function measureLargeFolder(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  const browser = await launchBrowser();
  try {
    const person = await signUp(server);
    await fill(person);
    return [
      ...(await measureIn(browser, person, server.baseUrl, { width: 1280, height: 860 })),
      ...(await measureIn(browser, person, server.baseUrl, { width: 360, height: 760 })),
    ];
  } finally {
    await browser.close();
    await server.stop();
    await folder.remove();
  }
}

async function fill(person: Person): Promise<void> {
  const { id: folderId } = await person.api.folders.create({ name: 'Large', parentId: null });
  let next = 0;
  const uploadNext = async () => {
    while (next < files) {
      const name = `entry ${next}.${endings[next % endings.length]}`;
      next += 1;
      await startUpload(person.server, { name, body: Buffer.from(name), folderId }).done;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, uploadNext));
}

type Size = { width: number; height: number };

async function measureIn(browser: Browser, person: Person, baseURL: string, viewport: Size): Promise<Figure[]> {
  const context = await signedIn(browser, person, { baseURL, viewport });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto('/task');
  await page.getByRole('link', { name: 'Large' }).waitFor();
  const at = `${viewport.width} px`;
  const [first, all] = await timesOfOpening(page);
  const figures: Figure[] = [
    {
      what: `${at}: from the click to the first tiles, and until all are counted`,
      value: `${milliseconds(first)}, ${milliseconds(all)}`,
    },
  ];
  for (const view of ['Grid', 'List']) {
    await page.getByText(view, { exact: true }).click();
    for (const [name, speed] of Object.entries(speeds)) {
      const value = longTasks(await tasksOf(devtools, () => scroll(page, speed)));
      figures.push({ what: `${at}, ${view}, ${name}: longest task, and number of tasks above ${longMs} ms`, value });
    }
  }
  await context.close();
  return figures;
}

async function timesOfOpening(page: Page): Promise<[number, number]> {
  return await page.evaluate(
    () =>
      new Promise<[number, number]>((resolve) => {
        const began = performance.now();
        let first = 0;
        document.querySelector<HTMLElement>('[data-entry]')?.click();
        const look = () => {
          const now = performance.now() - began;
          if (first === 0 && document.querySelector('[aria-label^="entry "]')) first = now;
          if (document.body.textContent?.includes('10,000 files')) resolve([first, now]);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
}

async function scroll(page: Page, speed: number): Promise<void> {
  await page.evaluate(
    ([pixels, lasts]) =>
      new Promise<void>((resolve) => {
        const began = performance.now();
        const height = document.documentElement.scrollHeight;
        let frames = 0;
        const step = () => {
          const now = performance.now() - began;
          frames += 1;
          if (now > lasts) return resolve();
          window.scrollTo(0, pixels > 0 ? now * pixels : (((frames * 7919) % 1000) / 1000) * height);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    [speed, scrollMs] as const,
  );
}
