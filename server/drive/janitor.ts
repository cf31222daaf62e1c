import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../database/open.ts';
import type { Attempts } from './attempts.ts';
import type { Changes } from './changes.ts';
import { DriveError } from './drive-error.ts';
import type { Hashes } from './hashes.ts';
import type { Uploads } from './uploads.ts';

/** A blob without a row may belong to an upload that is just beginning, or to rows that a restore will bring back. */
const orphanGraceMs = 7 * 24 * 60 * 60 * 1000;
const orphanBatch = 500;
/** How long a client may be away and still catch up change by change. */
const changesKeptMs = 30 * 24 * 60 * 60 * 1000;
/** How long a client that lost the answer to its last bytes may be away and still learn what became of them. */
const finishedKeptMs = 30 * 24 * 60 * 60 * 1000;

type Deps = {
  db: Database;
  blobs: BlobStore;
  uploads: Uploads;
  changes: Changes;
  attempts: Attempts;
  hashes: Hashes;
  now: () => number;
  /** Told what failed; the janitor goes on with the rest and tries again on its next round. */
  report: (problem: string, error: unknown) => void;
};

/** Completes what a crash left, and removes what nobody needs. */
export function createJanitor({ db, blobs, uploads, changes, attempts, hashes, now, report }: Deps) {
  return {
    /** Finishes and expires uploads. Quick, and safe at any time, beside running uploads. */
    async tidyUploads(): Promise<void> {
      await attempt('look through the uploads', async () => {
        for (const row of await db.selectFrom('uploads').select(['id', 'account', 'expires_at']).execute()) {
          if (!uploads.isBusy(row.id)) await attempt(`tidy upload ${row.id}`, () => tidyUpload(row));
        }
      });
    },

    /** Removes what nobody needs: orphan blobs, old changes, old counts. Looks at every blob, and hashes old ones. */
    async removeRubbish(): Promise<void> {
      await attempt('remove orphan blobs', removeOrphans);
      await attempt('prune changes', () => changes.prune(now() - changesKeptMs));
      await attempt('prune attempts', () => attempts.prune());
      await attempt('forget finished uploads', forgetFinished);
      await attempt('hash what was kept before hashes were', hashOld);
    },
  };

  async function attempt(what: string, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      report(`Could not ${what}`, error);
    }
  }

  async function tidyUpload({ id, account, expires_at }: { id: string; account: string; expires_at: number }) {
    // Asking for the status of a complete upload finishes it.
    const tidied = expires_at <= now() ? uploads.discard({ account }, id) : uploads.status({ account }, id);
    await tidied.catch(ignoreRefusal);
  }

  async function forgetFinished() {
    await db
      .deleteFrom('finished_uploads')
      .where('finished_at', '<', now() - finishedKeptMs)
      .execute();
  }

  async function hashOld() {
    for (const old of await db.selectFrom('blobs').selectAll().where('sha256', 'is', null).execute()) {
      await attempt(`hash ${old.id}`, async () => void (await hashes.of(old, old)));
    }
  }

  async function removeOrphans() {
    let old: string[] = [];
    for await (const { id, changedAt } of blobs.list()) {
      if (changedAt <= now() - orphanGraceMs) old.push(id);
      if (old.length >= orphanBatch) {
        await removeUnknown(old);
        old = [];
      }
    }
    await removeUnknown(old);
  }

  async function removeUnknown(ids: string[]) {
    if (ids.length === 0) return;
    const known = await db
      .selectFrom('blobs')
      .select('id')
      .where('id', 'in', ids)
      .union(db.selectFrom('uploads').select('id').where('id', 'in', ids))
      .execute();
    const kept = new Set(known.map(({ id }) => id));
    for (const id of ids) if (!kept.has(id)) await blobs.remove(id);
  }
}

/** A refusal (the folder is gone, the name is taken) leaves the upload as it is until it expires. */
function ignoreRefusal(error: unknown) {
  if (!(error instanceof DriveError)) throw error;
}
