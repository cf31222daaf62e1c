import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { type Figure, milliseconds, quantile, timesOf } from '../support/figures.ts';
import { photograph } from '../support/photograph.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';
import { launchBrowser, signedIn } from '../support/signed-in-browser.ts';

const photographs = 200;
/** How long somebody looks at a photograph before the next, in milliseconds. */
const looks = [0, 300];

/**
 * From a key to the next photograph in the viewer, through 200 of 24 megapixels that the browser has never seen, in a window of
 * 1280 by 800 pixels.
 */
export async function measureViewer(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  const browser = await launchBrowser();
  try {
    const person = await signUp(server);
    const { id: folderId } = await person.api.folders.create({ name: 'Photographs', parentId: null });
    const photo = await photograph();
    for (let number = 0; number < photographs; number += 1)
      await uploadFile(person, {
        name: `${number}.jpg`,
        body: numbered(photo, number),
        folderId,
        contentType: 'image/jpeg',
      });
    await allMade(person, folderId);
    const figures: Figure[] = [];
    for (const lookMs of looks) {
      const window = { baseURL: server.baseUrl, viewport: { width: 1280, height: 800 } };
      const context = await signedIn(browser, person, window);
      const times = await stepThrough(await context.newPage(), folderId, lookMs);
      await context.close();
      figures.push({
        what: `from a key to the next photograph, after ${lookMs} ms with each`,
        value: `${timesOf(times)}, p95 ${milliseconds(quantile(times, 0.95))}`,
      });
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
    await folder.remove();
  }
}

/** The same picture as another file: with a comment behind its first marker (ITU T.81, B.2.4.5). */
function numbered(jpeg: Buffer, number: number): Buffer {
  const comment = Buffer.alloc(8, 0xff);
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(6, 2);
  comment.writeUInt32BE(number, 4);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

async function allMade(person: Person, id: string): Promise<void> {
  const isMaking = async () =>
    (await person.api.folders.children({ id, limit: 1000 })).files.some(({ preview }) => preview?.state === 'making');
  while (await isMaking()) await pause(500);
}

/** Opens the first photograph and goes to the last. Returns the time from each key until the next one is drawn. */
async function stepThrough(page: Page, folderId: string, lookMs: number): Promise<number[]> {
  await page.goto(`/folder/${folderId}`);
  await page.getByRole('button', { name: 'View all' }).click();
  await page.locator('.picture__whole').waitFor();
  return await page.evaluate(
    async ({ steps, ms }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const whole = () => document.querySelector<HTMLImageElement>('.picture__whole');
      const stage = document.querySelector('.viewer__stage');
      const times: number[] = [];
      for (let step = 0; step < steps; step += 1) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        const before = whole()?.src;
        const began = performance.now();
        stage?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        for (let image = whole(); !image?.complete || image.src === before; image = whole()) await frame();
        await frame();
        times.push(performance.now() - began);
      }
      return times;
    },
    { steps: photographs - 1, ms: lookMs },
  );
}
