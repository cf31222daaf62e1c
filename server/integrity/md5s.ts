import { setTimeout as after } from 'node:timers/promises';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Md5Thread } from '#server/blobs/hashing/md5-thread.ts';
import type { Database } from '#server/database/open.ts';
import type { BlobRow } from '#server/database/tables/blob-rows.ts';
import type { Damage } from './damage-records.ts';
import { DamagedBlob } from './damaged-blob-error.ts';
import { openVerified } from './verified-blob.ts';

/** Whoever asks waits for so long; the MD5 of a huge blob is there later. */
const patienceMs = 5000;
/** Blobs that wait for theirs. */
const maxWaiting = 1000;

type Stored = Pick<BlobRow, 'id' | 'account' | 'size' | 'sha256'>;
type Deps = { db: Database; blobs: BlobStore; thread: Pick<Md5Thread, 'beside'>; damage: Pick<Damage, 'suspect'> };

/** The MD5s of stored blobs, which are computed when somebody asks for them, one after the other, and kept. */
export function createMd5s({ db, blobs, thread, damage }: Deps) {
  const computing = new Map<string, Promise<string | null>>();
  let last: Promise<unknown> = Promise.resolve();

  return {
    beside: thread.beside,
    keep,

    /** In base64; null until it is computed, and for a damaged blob. Once asked for, it is computed. */
    async of(blob: Stored): Promise<string | null> {
      const { id } = blob;
      if (!computing.has(id)) {
        if (computing.size >= maxWaiting) return null;
        const next = last.then(() => compute(blob)).finally(() => computing.delete(id));
        last = next.catch(() => {});
        computing.set(id, next);
      }
      const patience = new AbortController();
      const tooLong = after(patienceMs, null, { signal: patience.signal }).catch(() => null);
      try {
        return (await Promise.race([computing.get(id), tooLong])) ?? null;
      } finally {
        patience.abort();
      }
    },
  };

  async function compute(blob: Stored): Promise<string | null> {
    try {
      const md5 = await read(blob);
      if (md5 !== null) await keep(blob, md5);
      return md5;
    } catch (error) {
      if (!(error instanceof DamagedBlob)) throw error;
      damage.suspect(blob.id);
      return null;
    }
  }

  async function read(blob: Stored): Promise<string | null> {
    const opened = await openVerified(db, blobs, blob);
    let md5: string | null = null;
    try {
      for await (const _ of thread.beside(opened.bytes(), (sum) => void (md5 = sum)));
    } finally {
      await opened.close();
    }
    return md5;
  }

  async function keep({ id, account }: Pick<BlobRow, 'id' | 'account'>, md5: string): Promise<void> {
    await db.updateTable('blobs').set({ md5 }).where('id', '=', id).where('account', '=', account).execute();
  }
}
