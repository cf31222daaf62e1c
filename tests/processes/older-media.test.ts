import { readFile as readBytes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readFile } from '#server/previews/read-file.ts';

const taken = { takenAt: { local: '2009-08-15T12:05:07', offset: '+00:00', from: 'container' } };
const size = { width: 64, height: 36 };
const described = { title: 'Lied', artist: 'Ada' };

test.each([
  ['film.wmv', 'video/x-ms-wmv', { ...size, ...taken, ...described, seconds: 1 }],
  ['song.wma', 'audio/x-ms-wma', { ...described, takenAt: null, seconds: expect.closeTo(1, 0) }],
  ['film.flv', 'video/x-flv', { ...size, seconds: 1 }],
  ['film.mpg', 'video/mpeg', { ...size, seconds: expect.closeTo(1, 0) }],
  ['film-mpeg1.mpg', 'video/mpeg', { ...size, seconds: expect.closeTo(1, 0) }],
  ['song.aiff', 'audio/x-aiff', { width: null, seconds: 1 }],
])('%s says how long it plays', async (name, contentType, expected) => {
  const bytes = await readBytes(new URL(`../support/fixtures/media/${name}`, import.meta.url));
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  expect((await readFile({ contentType, name, size: bytes.length, read }, () => {})).facts).toMatchObject(expected);
});
