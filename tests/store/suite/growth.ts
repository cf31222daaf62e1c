import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BlobOffsetConflict } from '#server/blobs/blob-store.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import type { TwoNodes } from '../store-suite.ts';
import { expectBytes, hashesOf, readAll, streamOf } from './bytes-of-stores.ts';

const mebibyte = 1024 ** 2;

/** Blobs that grow and are cut. */
export function describeGrowth(stores: TwoNodes): void {
  test.each([
    ['nothing', [0]],
    ['one byte', [1]],
    ['small pieces', [1000, 1, 0, 70_000, 64 * 1024]],
    ['one part and a bit', [8 * mebibyte, 17]],
    ['pieces that cross the ends of parts', [5 * mebibyte + 1, 6 * mebibyte, 1, 9 * mebibyte, 8 * mebibyte - 2]],
  ])('appends %s, by two nodes in turn', async (_, sizes) => {
    const { one, other } = stores;
    const id = randomUUID();
    const content = Buffer.from(bytes(sizes.reduce((sum, size) => sum + size, 0)));
    await one.create(id);
    let offset = 0;
    for (const [i, size] of sizes.entries()) {
      const store = i % 2 ? one : other;
      expect(await store.append(id, offset, streamOf(content.subarray(offset, offset + size)))).toBe(offset + size);
      offset += size;
      expect(await (i % 2 ? other : one).durableSize(id)).toBe(offset);
    }
    expect(await other.hash(id, content.length)).toMatchObject(hashesOf(content));
    await expectBytes(one, id, content);
  });

  test('refuses another offset than the size, and leaves the bytes', async () => {
    const { one, other } = stores;
    const id = randomUUID();
    await one.create(id);
    await one.append(id, 0, streamOf(Buffer.from('some bytes')));
    for (const offset of [0, 9, 11])
      await expect(other.append(id, offset, streamOf(Buffer.from('others')))).rejects.toThrow(BlobOffsetConflict);
    await one.hash(id, 10);
    expect((await readAll(one, id)).toString()).toBe('some bytes');
  });

  test('keeps what came before a stream broke off, and throws its error', async () => {
    const { one, other } = stores;
    const id = randomUUID();
    const content = Buffer.from(bytes(11 * mebibyte));
    await one.create(id);
    const breaking = async function* () {
      yield* streamOf(content.subarray(0, 9 * mebibyte + 5));
      throw new Error('the cable');
    };
    await expect(one.append(id, 0, breaking())).rejects.toThrow('the cable');
    const offset = await other.durableSize(id);
    expect(offset).toBe(9 * mebibyte + 5);
    await other.append(id, offset, streamOf(content.subarray(offset)));
    expect(await other.hash(id, content.length)).toMatchObject(hashesOf(content));
    await expectBytes(other, id, content);
  });

  test.each([0, 1, 3 * mebibyte, 8 * mebibyte, 10 * mebibyte, 17 * mebibyte, 19 * mebibyte])(
    'forgets what lies behind %i bytes, and grows again',
    async (size) => {
      const { one, other } = stores;
      const id = randomUUID();
      const content = Buffer.from(bytes(20 * mebibyte));
      await one.create(id);
      await one.append(id, 0, streamOf(content.subarray(0, 12 * mebibyte)));
      await one.append(id, 12 * mebibyte, streamOf(content.subarray(12 * mebibyte)));
      await other.truncate(id, size);
      expect(await one.durableSize(id)).toBe(size);
      const after = Buffer.from(bytes(9 * mebibyte));
      await one.append(id, size, streamOf(after));
      const whole = Buffer.concat([content.subarray(0, size), after]);
      expect(await other.hash(id, whole.length)).toMatchObject(hashesOf(whole));
      await expectBytes(other, id, whole);
    },
  );

  test('a complete blob can be cut, too', async () => {
    const { one, other } = stores;
    const id = randomUUID();
    const content = Buffer.from(bytes(9 * mebibyte));
    await one.create(id);
    await one.append(id, 0, streamOf(content));
    await one.hash(id, content.length);
    await other.truncate(id, 5);
    await one.append(id, 5, streamOf(Buffer.from('new')));
    const whole = Buffer.concat([content.subarray(0, 5), Buffer.from('new')]);
    expect(await one.hash(id, 8)).toMatchObject(hashesOf(whole));
    await expectBytes(other, id, whole);
  });
}
