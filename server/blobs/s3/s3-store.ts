import type { Report } from '#server/workers/restarts.ts';
import { checkBlobId } from '../blob-id.ts';
import { BlobOffsetConflict, type BlobStore } from '../blob-store.ts';
import { emptyBlob, packState, unpackState, usualSegmentBytes } from './blob-state.ts';
import { createBucket } from './client/bucket.ts';
import { ownerKey, readOwner } from './client/owner.ts';
import type { S3Settings } from './client/settings.ts';
import { completeBlob } from './complete.ts';
import { grow } from './grow.ts';
import { holdBlob } from './held-blob.ts';
import type { BlobLedger } from './ledger.ts';
import { createMemoryShare } from './memory-share.ts';
import { openBlob } from './open-blob.ts';
import { createPartHasher } from './part-hasher.ts';
import { newKey, removeQuietly, type S3Parts } from './parts.ts';
import { countQuarantined, quarantineBlob, removeBlob } from './remove-blob.ts';
import { scanBucket } from './scan-bucket.ts';
import { sweep } from './sweep.ts';
import { truncateBlob } from './truncate.ts';

type Deps = {
  settings: S3Settings;
  ledger: BlobLedger;
  /** To stderr unless given. */
  report?: Report | undefined;
  /** Tests have small ones, since many parts take long. */
  segmentBytes?: number;
};

/**
 * Stores blobs as objects of an S3 bucket, and what is known of each in a ledger that all nodes share. No node
 * holds a part of a blob, so each continues what another one began. Bytes are stored before the ledger records them, and
 * removed after it has forgotten them. Throws, besides what a store throws, BlobStoreUnreachable.
 */
export function createS3Store({ settings, ledger, report, segmentBytes = usualSegmentBytes }: Deps): BlobStore {
  const bucket = createBucket(settings);
  const hasher = createPartHasher(report);
  const root = settings.prefix;
  const store: S3Parts = { bucket, ledger, hasher, memory: createMemoryShare(), root, segmentBytes };

  return {
    async create(id) {
      await begin(id, packState(emptyBlob));
    },

    async put(id, bytes) {
      checkBlobId(id);
      const key = newKey(store, 'blobs', id);
      if (bytes.length > 0) await bucket.put(key, bytes, await hasher.md5(bytes));
      const segments = bytes.length > 0 ? [key] : [];
      try {
        await begin(id, packState({ ...emptyBlob, size: bytes.length, segments, isComplete: true }));
      } catch (error) {
        if (error instanceof BlobOffsetConflict) await removeQuietly(store, segments);
        throw error;
      }
    },

    async append(id, offset, bytes) {
      const held = await holdBlob(ledger, checkBlobId(id));
      const { size, isComplete } = held.state;
      if (size !== offset) throw new BlobOffsetConflict(`Blob ${id} has ${size} bytes, not ${offset}`);
      if (isComplete) throw new BlobOffsetConflict(`Blob ${id} is complete`);
      await grow(store, held, bytes);
      return held.state.size;
    },

    truncate: async (id, size, mayCut) => truncateBlob(store, checkBlobId(id), size, mayCut),

    durableSize: async (id) => (await holdBlob(ledger, checkBlobId(id))).state.size,

    hash: async (id, size) => completeBlob(store, checkBlobId(id), size),

    async forgetHashing(id) {
      const entry = await ledger.read(checkBlobId(id));
      if (entry === undefined) return;
      const { hashed, hashes: _, sums, ...state } = unpackState(entry.state);
      if (hashed === undefined && sums.length === 0) return;
      // A node that changes the blob now has to notice.
      if ((await ledger.write(id, packState({ ...state, sums: [] }), entry.revision)) !== undefined)
        await removeQuietly(store, sums);
    },

    open: async (id) => openBlob(store, checkBlobId(id)),

    remove: async (id) => removeBlob(store, checkBlobId(id)),

    quarantine: async (id, bytes) => quarantineBlob(store, checkBlobId(id), bytes),

    countQuarantined: () => countQuarantined(store),

    list: () => ledger.list(),

    scan: () => scanBucket(store),

    owner: () => readOwner(bucket, root),

    async mark(installationId) {
      const text = Buffer.from(`${installationId}\n`);
      await bucket.put(ownerKey(root), text, await hasher.md5(text));
    },

    freeBytes: async () => Number.POSITIVE_INFINITY,

    async probe() {
      const text = Buffer.from('probe');
      await bucket.probe(`${root}probe`, text, await hasher.md5(text));
    },

    tidy: (now) => sweep(store, now),

    async presignedUrl(id, headers, seconds) {
      const { state } = await holdBlob(ledger, checkBlobId(id));
      const [key] = state.segments;
      if (!state.isComplete || key === undefined || state.segments.length > 1) return undefined;
      return await bucket.presignedUrl(key, headers, seconds);
    },

    async close() {
      bucket.close();
      await hasher.close();
    },
  };

  async function begin(id: string, state: string): Promise<void> {
    if ((await ledger.write(checkBlobId(id), state, undefined)) === undefined)
      throw new BlobOffsetConflict(`There is a blob ${id} already`);
  }
}
