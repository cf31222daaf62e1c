import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { required } from '#server/errors/required.ts';
import { createThumbnailMaker } from '#server/previews/thumbnail-maker.ts';

const maker = createThumbnailMaker({ report: () => {} });
afterAll(() => maker.close());

test('a film whose pixels are no squares has a picture as wide as it is shown', async () => {
  const { picture, facts } = await read('film-wide.mp4');
  expect(facts).toMatchObject({ width: 102, height: 58 });
  expect(picture).toMatchObject({ width: 102, height: 58 });
});

test('a film with a high dynamic range is not pale', async () => {
  const { picture } = await read('film-hdr.mp4');
  const { channels } = await sharp(required(picture, 'picture of a film').thumbnail).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  expect(red).toBeGreaterThan(220);
  expect(Math.max(green, blue)).toBeLessThan(30);
});

async function read(name: string) {
  const bytes = await readFile(new URL(`../support/fixtures/media/${name}`, import.meta.url));
  const range = async (start: number, end: number) => bytes.subarray(start, end);
  return await maker.read({ contentType: 'video/mp4', name, size: bytes.length, read: range });
}
