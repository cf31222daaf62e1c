import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { type Figure, mebibytes, milliseconds, quantile, timesOf } from '../support/figures.ts';
import { readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';
import { launchBrowser, signedIn } from '../support/signed-in-browser.ts';

const pictures = 1000;
const stepped = 200;
/** What a person beside it lists. */
const listedFiles = 1000;
const pages = 300;
/** How long somebody looks at a photograph before the next, in milliseconds. */
const looks = [0, 300];

/**
 * 1,000 photographs of 24 megapixels: how fast their pictures are made, with how much memory, and what somebody else who
 * lists a folder notices. Then the time from a key to the next photograph in the viewer, through 200 that the browser has
 * never seen, in a window of 1280 pixels.
 */
export async function measurePictures(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  const browser = await launchBrowser();
  try {
    const [person, other] = [await signUp(server), await signUp(server)];
    const [list] = await seedFiles({ dataFolder: folder.path }, other, { folders: 1, filesInEach: listedFiles });
    const beside = () => readPages(server, other, { folderId: list?.id ?? '', files: listedFiles, pages });
    const quiet = await beside();
    const { id: folderId } = await person.api.folders.create({ name: 'Photographs', parentId: null });
    const base = await photograph();
    const began = performance.now();
    const memory = watchMemory();
    for (let number = 0; number < pictures; number += 1) {
      const body = numbered(base, number);
      const into = number < stepped ? folderId : null;
      await uploadFile(person, { name: `${number}.jpg`, body, folderId: into, contentType: 'image/jpeg' });
    }
    const noticed = await beside();
    await allMade(person, [folderId, 'root']);
    const seconds = (performance.now() - began) / 1000;
    const most = await memory();
    const steps: Figure[] = [];
    for (const lookMs of looks) {
      const context = await signedIn(browser, person, {
        baseURL: server.baseUrl,
        viewport: { width: 1280, height: 800 },
      });
      const times = await stepThrough(await context.newPage(), folderId, lookMs);
      await context.close();
      const value = `${timesOf(times)}, p95 ${milliseconds(quantile(times, 0.95))}`;
      steps.push({ what: `from a key to the next photograph, after ${lookMs} ms with each`, value });
    }
    return [
      { what: `a photograph of 24 megapixels, as uploaded`, value: mebibytes(base.length) },
      {
        what: `thumbnail and screen picture of ${pictures} of them, from the first upload to the last picture`,
        value: `${(pictures / seconds).toFixed(1)}/s, the processes beside the server at most ${mebibytes(most)}`,
      },
      { what: 'a page of 100 for somebody else, before', value: timesOf(quiet) },
      { what: 'the same while the pictures are made', value: timesOf(noticed) },
      ...steps,
    ];
  } finally {
    await browser.close();
    await server.stop();
    await folder.remove();
  }
}

/** Noise that a camera might see: the JPEG has about the size of a photograph. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [6000, 4000];
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const grain = sharp({ create: { width: width / 4, height: height / 4, channels: 3, background: '#888', noise } });
  return await sharp(await grain.png().toBuffer())
    .resize(width, height)
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** The same picture as another file: with a comment behind its first marker (ITU T.81, B.2.4.5). */
function numbered(jpeg: Buffer, number: number): Buffer {
  const comment = Buffer.alloc(8, 0xff);
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(6, 2);
  comment.writeUInt32BE(number, 4);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

async function allMade(person: Person, folderIds: readonly string[]): Promise<void> {
  for (const id of folderIds) {
    const isMaking = async () =>
      (await person.api.folders.children({ id, limit: 1000 })).files.some(({ preview }) => preview?.state === 'making');
    while (await isMaking()) await pause(500);
  }
}

/** Watches the processes that draw. Returns a function that ends this and gives the most that one of them had, in bytes. */
function watchMemory(): () => Promise<number> {
  let most = 0;
  const look = async () => {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (!command.includes('thumbnail-worker')) continue;
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
    }
  };
  const timer = setInterval(() => void look(), 1000);
  return async () => {
    clearInterval(timer);
    await look();
    return most;
  };
}

/** Opens the first photograph and goes to the last. Returns the time from each key until the next one is drawn. */
async function stepThrough(page: Page, folderId: string, lookMs: number): Promise<number[]> {
  await page.goto(`/folder/${folderId}`);
  await page.getByRole('button', { name: 'Look through' }).click();
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
    { steps: stepped - 1, ms: lookMs },
  );
}
