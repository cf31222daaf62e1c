import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BlobOffsetConflict } from '#server/blobs/blob-store.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import type { TwoNodes } from '../store-suite.ts';
import { expectBytes, readAll } from './bytes-of-stores.ts';

const mebibyte = 1024 ** 2;

/** Blobs that are put as a whole, and ids that are taken. */
export function describePut(stores: TwoNodes): void {
  test.each([0, 1, 70_000, 5 * mebibyte + 3])('gives back the %i bytes that were put', async (size) => {
    const { one, other } = stores;
    const id = randomUUID();
    const content = Buffer.from(bytes(size));
    await one.put(id, content);
    await expectBytes(other, id, content);
    expect(await other.durableSize(id)).toBe(size);
  });

  test('an id is taken once, by put and by create', async () => {
    const { one, other } = stores;
    const [put, created] = [randomUUID(), randomUUID()];
    await one.put(put, Buffer.from('first'));
    await one.create(created);
    for (const store of [one, other]) {
      for (const id of [put, created]) {
        await expect(store.put(id, Buffer.from('second'))).rejects.toThrow(BlobOffsetConflict);
        await expect(store.create(id)).rejects.toThrow(BlobOffsetConflict);
      }
    }
    expect((await readAll(one, put)).toString()).toBe('first');
  });

  test('of many that take an id at once one succeeds', async () => {
    const { one, other } = stores;
    const id = randomUUID();
    const contents = Array.from({ length: 10 }, (_, i) => Buffer.from(`content ${i}`));
    const outcomes = await Promise.allSettled(contents.map((content, i) => (i % 2 ? one : other).put(id, content)));
    const winners = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
    expect(winners).toHaveLength(1);
    expect(await readAll(one, id)).toEqual(contents[winners[0] ?? -1]);
  });
}
