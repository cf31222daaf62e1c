/** Each kind of picture, film and sound in the viewer, and a broken one of each. */
import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { signedIn } from '#tests/support/browser/signed-in.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

type Named = { name: string; contentType: string; body: Uint8Array };

const fixture = (name: string) => readFile(new URL(`../../support/fixtures/${name}`, import.meta.url));
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 40, g: 110, b: 90 } } });
const broken = Buffer.from('These are not the bytes of such a file.');

test('pictures: those that the browser draws, those that the server draws for it, and what is none', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><script>parent.hacked = 1</script><path d="M0 0h30v20z"/></svg>';
  const { page } = await look([
    { name: 'camera.jpg', contentType: 'image/jpeg', body: await photograph() },
    { name: 'a.png', contentType: 'image/png', body: await drawn(90, 60).png().toBuffer() },
    { name: 'a.webp', contentType: 'image/webp', body: await drawn(90, 60).webp().toBuffer() },
    { name: 'a.avif', contentType: 'image/avif', body: await drawn(90, 60).avif().toBuffer() },
    { name: 'a.gif', contentType: 'image/gif', body: await drawn(90, 60).gif().toBuffer() },
    { name: 'a.tiff', contentType: 'image/tiff', body: await drawn(90, 60).tiff().toBuffer() },
    { name: 'a.heic', contentType: 'image/heic', body: await fixture('red-96x64.heic') },
    { name: 'a.svg', contentType: 'image/svg+xml', body: Buffer.from(svg) },
    { name: 'wide.png', contentType: 'image/png', body: await drawn(1200, 150).png().toBuffer() },
  ]);
  for (const name of ['camera.jpg', 'a.png', 'a.webp', 'a.avif', 'a.gif', 'a.tiff', 'a.heic', 'a.svg', 'wide.png']) {
    await shown(page, name);
    const whole = page.locator('.picture__whole');
    await whole.waitFor();
    await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // The border of the print is everywhere as wide: what is inside has the proportions of the picture.
    const distortion = () =>
      whole.evaluate(({ clientWidth, clientHeight, naturalWidth, naturalHeight }: HTMLImageElement) =>
        Math.abs(1 - (clientHeight * naturalWidth) / naturalHeight / clientWidth),
      );
    await expect.poll(distortion).toBeLessThan(0.01);
    // A small one is not blown up to the whole stage.
    if (name === 'a.png')
      await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.clientWidth)).toBe(3 * 90);
    await page.keyboard.press('ArrowRight');
  }
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);

  // Turned as its EXIF says, by what the server made of it and as the whole picture, for which it is magnified.
  await page.goto(page.url().replace(/view=.*/, `view=${(await firstFile(page)) ?? ''}`));
  await shown(page, 'camera.jpg');
  const ratio = () =>
    page.locator('.viewer__print').evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight);
  await expect.poll(ratio).toBeCloseTo(4000 / 6000, 1);
  const source = () => page.locator('.picture__whole').getAttribute('src');
  const small = await source();
  for (let times = 0; times < 6; times += 1) await page.keyboard.press('+');
  await expect.poll(source).not.toBe(small);
  await expect.poll(ratio).toBeCloseTo(4000 / 6000, 1);
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  for (const fact of [
    '12 Aug 2026, 05:52 (UTC+02:00)',
    '48.1371° N, 11.5754° E',
    'Pocket One',
    'f/5.6, 1/125 s, ISO 200, 28 mm',
  ])
    await details.getByText(fact).waitFor();
});

test('one that is drawn while it is looked at is not said to be broken before it is there', async () => {
  const { newPage, person } = await signedIn();
  const heic = await fixture('red-96x64.heic');
  const { id } = await uploadFile(person, { name: 'a.heic', contentType: 'image/heic', body: heic });
  await waitFor(async () => settled(person), { what: 'its picture' });
  const page = await newPage();
  // As it was a moment ago.
  const making = async (route: Route) => {
    const response = await route.fetch();
    const listing = (await response.json()) as { files: File[] };
    const files = listing.files.map((file) => ({ ...file, preview: { state: 'making' } }));
    await route.fulfill({ response, json: { ...listing, files } });
  };
  await page.route('**/api/folders/root/children*', making, { times: 1 });
  const release = await hold(page, '**/preview/**');
  await page.goto(`/task?view=${id}`);
  await page.getByText('Preparing the picture').waitFor();
  await person.api.entries.update({ id, starred: true });
  await page.locator('.picture__small').waitFor({ state: 'attached' });
  expect(await page.getByRole('heading', { name: 'This picture cannot be shown' }).count()).toBe(0);
  await release();
  await page.locator('.picture__whole').waitFor();
});

test('of pictures that were stepped over quickly nothing is loaded any more', async () => {
  const names = Array.from({ length: 16 }, (_, at) => `${at}.jpg`);
  const { page, person } = await look(
    await Promise.all(
      names.map(async (name, at) => ({
        name,
        contentType: 'image/jpeg',
        body: await drawn(900 + at, 600)
          .jpeg()
          .toBuffer(),
      })),
    ),
  );
  const { files } = await person.api.folders.children({ id: 'root' });
  const wholes = new Set(files.map(({ url }) => new URL(url, page.url()).href));
  const release = await hold(page, '**/preview/**size=screen');
  const asked: string[] = [];
  const givenUp: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('requestfailed', (request) => givenUp.push(request.url()));
  await page.reload();
  for (const [at, name] of names.entries()) {
    if (at > 0) await page.keyboard.press('ArrowRight');
    await shown(page, name);
  }
  // Of the one that is shown, those beside it, and a few.
  const screens = () => asked.filter((url) => url.endsWith('size=screen') && !givenUp.includes(url));
  await expect.poll(() => screens().length).toBeLessThanOrEqual(6);
  expect(givenUp.length).toBeGreaterThanOrEqual(names.length - 6);
  expect(asked.filter((url) => wholes.has(url))).toEqual([]);
  await release();
  await page.locator('.picture__whole').waitFor();
});

test('films and sounds play from the keyboard, in parts, on by another name and on after a failure', async () => {
  const kinds = [
    ['film-turned.mp4', 'video/mp4'],
    ['film.webm', 'video/webm'],
    ['song.mp3', 'audio/mpeg'],
    ['song.flac', 'audio/flac'],
    ['song.ogg', 'audio/ogg'],
    ['song.wav', 'audio/wav'],
  ] as const;
  const { page, person } = await look(
    await Promise.all(
      kinds.map(async ([name, contentType]) => ({ name, contentType, body: await fixture(`media/${name}`) })),
    ),
  );
  for (const [name] of kinds) {
    await shown(page, name);
    const player = page.locator('.media :is(video, audio)');
    await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.duration)).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.currentTime)).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
  }

  // The last one.
  const player = page.locator('.media audio');
  const time = () => player.evaluate((media: HTMLMediaElement) => media.currentTime);
  const half = await player.evaluate((media: HTMLMediaElement) => {
    media.pause();
    media.currentTime = media.duration / 2;
    return media.duration / 2;
  });
  const { files } = await person.api.folders.children({ id: 'root' });
  const { id = '' } = files.find(({ name }) => name === 'song.wav') ?? {};
  await person.api.entries.update({ id, name: 'tune.wav' });
  await shown(page, 'tune.wav');
  expect(await time()).toBeCloseTo(half);
  await player.dispatchEvent('error');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(time).toBeCloseTo(half);
});

test('what is broken or of no known kind says so, and can be downloaded', async () => {
  const files = [
    ['a.jpg', 'image/jpeg', 'This picture cannot be shown'],
    ['b.png', 'image/png', 'This picture cannot be shown'],
    ['c.webp', 'image/webp', 'This picture cannot be shown'],
    ['d.avif', 'image/avif', 'This picture cannot be shown'],
    ['e.gif', 'image/gif', 'This picture cannot be shown'],
    ['f.svg', 'image/svg+xml', 'This picture cannot be shown'],
    ['g.heic', 'image/heic', 'This kind does not open here'],
    ['h.tiff', 'image/tiff', 'This kind does not open here'],
    ['i.mp4', 'video/mp4', 'This film cannot be played'],
    ['j.webm', 'video/webm', 'This film cannot be played'],
    ['k.mp3', 'audio/mpeg', 'This sound cannot be played'],
    ['l.flac', 'audio/flac', 'This sound cannot be played'],
    ['m.ogg', 'audio/ogg', 'This sound cannot be played'],
    ['n.wav', 'audio/wav', 'This sound cannot be played'],
    ['o.pes', 'application/octet-stream', 'This kind does not open here'],
  ] as const;
  const { page } = await look(files.map(([name, contentType]) => ({ name, contentType, body: broken })));
  for (const [name, , said] of files) {
    await shown(page, name);
    await page.getByRole('heading', { name: said }).waitFor();
    await page.keyboard.press('ArrowRight');
  }
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).last().click();
  expect((await downloading).suggestedFilename()).toBe('o.pes');
});

test('where there is no room for the strip, as on a phone on its side, buttons step', async () => {
  const { page } = await look(
    [
      { name: 'a.webm', contentType: 'video/webm', body: await fixture('media/film.webm') },
      { name: 'b.png', contentType: 'image/png', body: await drawn(900, 300).png().toBuffer() },
    ],
    { viewport: { width: 640, height: 360 } },
  );
  await shown(page, 'a.webm');
  await page.getByRole('button', { name: 'Next: b.png' }).click();
  await shown(page, 'b.png');
  const [print, button] = [page.locator('.viewer__print'), page.getByRole('button', { name: 'Previous: a.webm' })];
  // Beside the print, not over it.
  const [left, right] = [(await print.boundingBox())?.x, (await button.boundingBox())?.x ?? 0];
  expect(left).toBeGreaterThanOrEqual(right + 48);
});

/** Looks at the first of these files, in the order in which they were uploaded. */
async function look(files: readonly Named[], options: Parameters<typeof signedIn>[0] = {}) {
  const { newPage, person, ...rest } = await signedIn(options);
  for (const file of files) await uploadFile(person, file);
  const [first] = await waitFor(async () => settled(person), { what: 'what is read of the files' });
  const page = await newPage(`/task?view=${first?.id}`);
  return { page, person, ...rest };
}

/** Answers nothing that is asked for there. Returns a function that ends it. */
async function hold(page: Page, pattern: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(pattern, (route) => void held.push(route));
  return async () => {
    await page.unroute(pattern);
    // Some of them were given up.
    for (const route of held) await route.continue().catch(() => {});
  };
}

async function settled(person: Person): Promise<File[] | undefined> {
  const { files } = await person.api.folders.children({ id: 'root' });
  return files.every(({ preview }) => preview?.state !== 'making') ? files : undefined;
}

async function shown(page: Page, name: string): Promise<void> {
  await page.locator('dialog.viewer').getByRole('heading', { name, exact: true }).waitFor();
}

function firstFile(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const answer = await fetch('/api/folders/root/children');
    const { files } = (await answer.json()) as { files: { id: string }[] };
    return files[0]?.id;
  });
}

/** 24 megapixels, lying on its side as a camera that was held upright writes it, with a place and a time. */
async function photograph(): Promise<Buffer> {
  return await drawn(6000, 4000)
    .withExif({
      IFD0: { Make: 'Pocket', Model: 'Pocket One' },
      IFD2: {
        DateTimeOriginal: '2026:08:12 05:52:10',
        OffsetTimeOriginal: '+02:00',
        FNumber: '56/10',
        ExposureTime: '1/125',
        ISOSpeedRatings: '200',
        FocalLength: '28/1',
      },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '48/1 8/1 1356/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '11/1 34/1 3144/100',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}
