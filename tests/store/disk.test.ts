import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStore } from '#server/blobs/disk/open-disk-store.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { describeStore } from './store-suite.ts';

describeStore('on the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-blobs-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  const store = await openDiskStore(folder);
  return { one: store, other: store };
});
