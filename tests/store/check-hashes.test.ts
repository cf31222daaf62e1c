import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDiskStore } from '#server/blobs/disk/open-disk-store.ts';
import { checkHashes } from '#server/maintenance/doctor/check-hashes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { bothEngines } from './both-engines.ts';

test.each(bothEngines)(
  'on $engine, what was removed since it was listed is no finding; other bytes, and none, are',
  async ({ open }) => {
    const { db } = await open();
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-hashes-'));
    atEndOfFile(() => rm(folder, { recursive: true }));
    const [changed, missing, removed] = ['a', 'b', 'c'].map((end) => `01990000-0000-7000-8000-0000000000a${end}`);
    const blobs = await openDiskStore(folder);
    await blobs.put(changed ?? '', Buffer.from('rot'));
    const known = [changed ?? '', missing ?? ''];
    const sums = { size: 3, sha256: '0'.repeat(64) };
    await db
      .insertInto('blobs')
      .values(known.map((id) => ({ id, account: 'ada', created_at: 1, md5: null, ...sums })))
      .execute();
    const read: number[] = [];
    const found: string[] = [];
    const toHash = [...known, removed ?? ''].map((id) => ({ id, isMarked: false, ...sums }));
    for await (const { kind, subject } of checkHashes(db, blobs, { toHash, onBlob: (size) => read.push(size) }))
      found.push(`${kind} ${subject}`);
    expect(found).toEqual(known.map((id) => `wrong-bytes blobs ${id}`));
    expect(read).toEqual([3, 3, 3]);
    await blobs.close();
  },
);
