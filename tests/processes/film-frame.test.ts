import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { required } from '#server/errors/required.ts';
import { createThumbnailMaker } from '#server/previews/process/thumbnail-maker.ts';

const maker = createThumbnailMaker({ report: () => {} });
afterAll(() => maker.close());

test('a film whose pixels are no squares has a picture as wide as it is shown', async () => {
  const { picture, facts } = await read('film-wide.mp4');
  expect(facts).toMatchObject({ width: 102, height: 58 });
  expect(picture).toMatchObject({ width: 102, height: 58 });
});

test.each([
  ['with a high dynamic range is not pale', 'film-hdr.mp4', 220],
  ['in HD that does not say what its colours are has those of HD', 'film-hd.mp4', 245],
])('a film %s', async (_, name, least) => {
  const { picture } = await read(name);
  const { channels } = await sharp(required(picture, 'picture of a film').thumbnail).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  expect(red).toBeGreaterThan(least);
  expect(Math.max(green, blue)).toBeLessThan(30);
});

test('a film of a camcorder, whose time begins anywhere and whose length is written nowhere, says it whatever its size', async () => {
  const bytes = await bytesOf('film.m2ts');
  const { picture, facts } = await read('film.m2ts', 'video/mp2t');
  expect(facts).toMatchObject({ width: 160, height: 90, seconds: expect.closeTo(3, 1) });
  expect(picture).toMatchObject({ width: 160, height: 90 });

  const middle = Math.floor(bytes.length / 2 / packet.length) * packet.length;
  const silence = Buffer.alloc(360_000 * packet.length, packet);
  const long = Buffer.concat([bytes.subarray(0, middle), silence, bytes.subarray(middle)]);
  expect((await readBytes('video/mp2t', long)).facts).toMatchObject({ seconds: expect.closeTo(3, 1) });
});

test.each(['Sat Aug 15 12:05:07 2009', 'SAT AUG 15 12:05:07 2009', '2009:08:15 12:05:07'])(
  'an AVI of an older camera says how long it plays, and that it was taken on %s',
  async (written) => {
    const bytes = await bytesOf('film.avi');
    bytes.write(written, bytes.indexOf('IDIT') + 8);
    expect((await readBytes('video/x-msvideo', bytes)).facts).toMatchObject({
      width: 160,
      height: 90,
      seconds: 3,
      takenAt: { local: '2009-08-15T12:05:07', offset: null, from: 'container' },
    });
  },
);

/** One that says nothing (ISO 13818-1), with the four bytes that camcorders put before each. */
const packet = Buffer.concat([Buffer.from('0000000047', 'hex'), Buffer.from('1fff10', 'hex'), Buffer.alloc(184, 0xff)]);

async function read(name: string, contentType = 'video/mp4') {
  return await readBytes(contentType, await bytesOf(name));
}

async function readBytes(contentType: string, bytes: Buffer) {
  const range = async (start: number, end: number) => bytes.subarray(start, end);
  return await maker.read({ contentType, name: 'a', size: bytes.length, read: range });
}

async function bytesOf(name: string): Promise<Buffer> {
  return await readFile(new URL(`../support/fixtures/media/${name}`, import.meta.url));
}
