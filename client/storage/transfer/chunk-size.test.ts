import { expect, test } from 'vitest';
import { firstChunkBytes, maxChunkBytes } from '#contract/storage.ts';
import { createChunkSize } from './chunk-size.ts';

test('chunks double from 262,144 to 33,554,432 bytes', () => {
  const chunk = createChunkSize();
  const sizes = Array.from({ length: 9 }, () => {
    const { bytes } = chunk;
    chunk.succeeded();
    return bytes;
  });
  expect(sizes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 128].map((times) => times * firstChunkBytes));
  expect(sizes.at(-1)).toBe(maxChunkBytes);
});

test('a failure halves the chunk, but not below the first size', () => {
  const chunk = createChunkSize();
  chunk.succeeded();
  chunk.succeeded();
  chunk.failed();
  expect(chunk.bytes).toBe(2 * firstChunkBytes);
  for (let i = 0; i < 5; i += 1) chunk.failed();
  expect(chunk.bytes).toBe(firstChunkBytes);
});

test('a size that was too large is never sent again, and below the minimum the upload fails', () => {
  const chunk = createChunkSize();
  for (let i = 0; i < 7; i += 1) chunk.succeeded();
  expect(chunk.rejected(1_000_000)).toBe(true);
  chunk.succeeded();
  expect(chunk.bytes).toBe(500_000);
  expect(chunk.rejected(100_000)).toBe(true);
  chunk.failed();
  expect(chunk.bytes).toBe(50_000);
  expect(chunk.rejected(16_384)).toBe(false);
});
