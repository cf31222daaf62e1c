import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BlobNotFound } from '#server/blobs/blob-store.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import type { TwoNodes } from '../store-suite.ts';
import { readAll, streamOf } from './bytes-of-stores.ts';

const mebibyte = 1024 ** 2;

/** Blobs that are removed, listed and set aside. */
export function describeUpkeep(stores: TwoNodes): void {
  test('removes a blob at any time of its life, and its id is free again', async () => {
    const { one, other } = stores;
    for (const size of [0, 100, 10 * mebibyte]) {
      for (const isComplete of [false, true]) {
        const id = randomUUID();
        await one.create(id);
        await one.append(id, 0, streamOf(Buffer.from(bytes(size))));
        if (isComplete) await one.hash(id, size);
        await other.remove(id);
        await expect(one.durableSize(id)).rejects.toThrow(BlobNotFound);
        await expect(one.open(id)).rejects.toThrow(BlobNotFound);
        await one.put(id, Buffer.from('again'));
        expect((await readAll(other, id)).toString()).toBe('again');
      }
    }
  });

  test('lists every blob with the time of its last change', async () => {
    const { one, other } = stores;
    const begun = Date.now();
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) await one.create(id);
    await one.append(ids[1] ?? '', 0, streamOf(Buffer.from('x')));
    await one.remove(ids[2] ?? '');
    const listed = new Map<string, number>();
    for await (const { id, changedAt } of other.list()) listed.set(id, changedAt);
    expect(ids.map((id) => listed.has(id))).toEqual([true, true, false, true, true]);
    for (const id of ids) if (listed.has(id)) expect(listed.get(id)).toBeGreaterThan(begun - 2000);
  });

  test('a damaged blob is set aside, and is there no more', async () => {
    const { one, other } = stores;
    const id = randomUUID();
    await one.put(id, Buffer.from('damaged'));
    expect(await one.quarantine(id)).toBe(true);
    await expect(other.open(id)).rejects.toThrow(BlobNotFound);
    expect(await one.quarantine(randomUUID(), Buffer.from('from elsewhere'))).toBe(true);
  });

  test('remembers whose blobs these are', async () => {
    const { one, other } = stores;
    expect(await one.owner()).toBeUndefined();
    await one.mark('an installation');
    expect(await other.owner()).toBe('an installation');
  });

  test('tidying leaves what is there', async () => {
    const { one, other } = stores;
    const id = randomUUID();
    await one.put(id, Buffer.from('stored'));
    await other.tidy(Date.now());
    expect((await readAll(one, id)).toString()).toBe('stored');
  });
}
