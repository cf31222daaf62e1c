import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BlobNotFound, sumsPartBytes } from '#server/blobs/blob-store.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import type { TwoNodes } from '../store-suite.ts';
import { partsOf, streamOf, sumsOf } from './bytes-of-stores.ts';

const mebibyte = 1024 ** 2;

/** Bytes and sums that are read. */
export function describeReading(stores: TwoNodes, { isShort }: { isShort: boolean }): void {
  test('the sums are those of the blocks and pieces', async () => {
    const { one, other } = stores;
    const id = randomUUID();
    const content = Buffer.from(bytes(13 * mebibyte + 100));
    await one.create(id);
    await one.append(id, 0, streamOf(content));
    const first = await partsOf(await other.hash(id, content.length));
    expect(first).toEqual(sumsOf(content));
    await one.forgetHashing(id);
    expect(await partsOf(await one.hash(id, content.length))).toEqual(first);
  });

  const sizes = isShort ? [] : [sumsPartBytes + 20 * mebibyte + 1];
  test.each(sizes)('a blob of more than one part of sums, %i bytes', async (size) => {
    const { one, other } = stores;
    const id = randomUUID();
    const block = Buffer.from(bytes(mebibyte));
    const blockAt = (i: number) => {
      const changed = Buffer.from(block.subarray(0, Math.min(mebibyte, size - i * mebibyte)));
      changed[0] = i % 256;
      return changed;
    };
    const blocks = async function* (from: number, to: number) {
      for (let i = from; i < to; i += 1) yield blockAt(i);
    };
    const count = Math.ceil(size / mebibyte);
    await one.create(id);
    await one.append(id, 0, blocks(0, 100), size);
    await other.append(id, 100 * mebibyte, blocks(100, count), size);
    const sums = await one.hash(id, size);
    const whole = createHash('sha256');
    for (let i = 0; i < count; i += 1) whole.update(blockAt(i));
    expect(sums.sha256).toBe(whole.digest('hex'));
    const parts = await partsOf(sums);
    expect(parts.map(({ crc32s }) => crc32s.length / 4)).toEqual([4096, 321]);
    const blob = await other.open(id);
    const into = Buffer.alloc(mebibyte);
    for (const i of [0, 99, 100, 255, 256, 257, count - 1]) {
      const read = await blob.read(i * mebibyte, into);
      expect(into.subarray(0, read).equals(blockAt(i))).toBe(true);
    }
    await blob.close();
    await one.remove(id);
  });

  test('reads any range, in any order, several at once, and fewer bytes at the end', async () => {
    const { one, other } = stores;
    const id = randomUUID();
    const content = Buffer.from(bytes(20 * mebibyte));
    await one.create(id);
    await one.append(id, 0, streamOf(content));
    await one.hash(id, content.length);
    const blob = await other.open(id);
    expect(blob.size).toBe(content.length);
    const read = async (position: number, length: number) => {
      const into = Buffer.alloc(length);
      const count = await blob.read(position, into);
      return into.subarray(0, count).equals(content.subarray(position, position + length));
    };
    expect(await read(0, 10)).toBe(true);
    expect(await read(content.length - 4, 10)).toBe(true);
    expect(await read(content.length, 10)).toBe(true);
    let position = 100;
    for (const length of [1, 500_000, 500_000, 7 * mebibyte, 4 * mebibyte, 10]) {
      expect(await read(position, length)).toBe(true);
      position += length;
      // A look back does not disturb.
      expect(await read(5, 100)).toBe(true);
    }
    const many = Array.from({ length: 20 }, (_, i) => read(i * mebibyte, mebibyte));
    expect(await Promise.all(many)).not.toContain(false);
    await blob.close();
  });

  test('says what is not there', async () => {
    const { one } = stores;
    const id = randomUUID();
    for (const ask of [
      () => one.open(id),
      () => one.append(id, 0, streamOf(Buffer.from('x'))),
      () => one.truncate(id, 0),
      () => one.durableSize(id),
      () => one.hash(id, 1),
      async () => one.open('../../etc/passwd'),
    ])
      await expect(ask()).rejects.toThrow(BlobNotFound);
    await one.remove(id);
    expect(await one.quarantine(id)).toBe(false);
  });
}
