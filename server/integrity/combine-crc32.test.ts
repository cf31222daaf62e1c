import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { combineCrc32, crc32OfPieces } from './combine-crc32.ts';

test.each([
  [0, 0],
  [0, 5],
  [5, 0],
  [1, 1],
  [1000, 65_536],
  [65_537, 123_457],
])('of %i bytes and %i bytes', (first, second) => {
  const [a, b] = [randomBytes(first), randomBytes(second)];
  expect(combineCrc32(crc32(a), crc32(b), second)).toBe(crc32(Buffer.concat([a, b])));
});

test.each([0, 1, 999, 1000, 1001, 4000, 4321])('of pieces of 1,000 bytes that are %i bytes together', (size) => {
  const bytes = randomBytes(size);
  const sums = Buffer.alloc(Math.ceil(size / 1000) * 4);
  for (let at = 0; at < size; at += 1000) sums.writeUInt32BE(crc32(bytes.subarray(at, at + 1000)), (at / 1000) * 4);
  expect(crc32OfPieces(sums, 1000, size)).toBe(crc32(bytes));
});
