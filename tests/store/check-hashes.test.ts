import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import { openDiskStore } from '#server/blobs/disk/open-disk-store.ts';
import { openDatabase } from '#server/database/open.ts';
import { databaseOf } from '#server/installation/installation.ts';
import { withReadInstallation } from '#server/installation/read-installation.ts';
import { checkHashes, wrongBytes } from '#server/maintenance/doctor/check-hashes.ts';
import { examine } from '#server/maintenance/doctor/doctor.ts';
import { createOutput } from '#server/maintenance/output.ts';
import { blobFile } from '#tests/support/database/blob-of.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { makeOlder, olderSteps } from '#tests/support/installations/older-installation.ts';
import { ownFolder } from '#tests/support/server/operator.ts';
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

test('beside a server only those bytes are read a second time that were wrong', async () => {
  const place = { dataFolder: await ownFolder('read-twice'), databaseUrl: undefined, storage: undefined };
  await makeOlder(place, (await olderSteps()).at(-1) ?? '');
  const { db, close } = await openDatabase(databaseOf(place));
  const [whole = '', wrong = ''] = ['a', 'b'].map((end) => `01990000-0000-7000-8000-0000000000e${end}`);
  const known = { account: 'ada', size: 5, created_at: 1, sha256: hash('sha256', 'whole'), md5: null };
  for (const id of [whole, wrong]) {
    await db
      .insertInto('blobs')
      .values({ id, ...known })
      .execute();
    await mkdir(dirname(blobFile(place.dataFolder, id)), { recursive: true });
    await writeFile(blobFile(place.dataFolder, id), id === whole ? 'whole' : 'wrong');
  }
  await close();
  const opened: string[] = [];
  const [now, output] = [Date.now, createOutput(true)];
  const done = await withReadInstallation(place, { now }, async (installation) => {
    const open: BlobStore['open'] = (id, ...more) => {
      opened.push(id);
      return installation.blobs.open(id, ...more);
    };
    const watched = { ...installation, blobs: { ...installation.blobs, open } };
    return await examine({ installation: watched, now, output }, { isDeep: true, isRunning: true });
  });
  expect(done?.result.findings).toContainEqual({ ...wrongBytes, subject: `blobs ${wrong}` });
  const times = (id: string) => opened.filter((one) => one === id).length;
  expect([times(wrong), times(whole)]).toEqual([2, 1]);
});
