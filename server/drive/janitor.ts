import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database } from '../database/open.ts';
import type { Attempts } from './attempts.ts';
import type { Changes } from './changes.ts';
import { DriveError } from './drive-error.ts';
import type { Uploads } from './uploads.ts';

/** A blob without a row may belong to an upload that is just beginning; after this time it is rubbish. */
const orphanGraceMs = 60 * 60 * 1000;
/** How long a client may be away and still catch up change by change. */
const changesKeptMs = 30 * 24 * 60 * 60 * 1000;

type Deps = {
  db: Database;
  blobs: BlobStore;
  uploads: Uploads;
  changes: Changes;
  attempts: Attempts;
  now: () => number;
  /** Told what failed; the janitor goes on with the rest and tries again on its next round. */
  report: (problem: string, error: unknown) => void;
};

/** Completes what a crash left, and removes what nobody needs. */
export function createJanitor({ db, blobs, uploads, changes, attempts, now, report }: Deps) {
  return {
    /** One round. Safe at any time, beside running uploads. */
    async tidy(): Promise<void> {
      await attempt('finish or expire uploads', tidyUploads);
      await attempt('remove orphan blobs', removeOrphans);
      await attempt('prune changes', () => changes.prune(now() - changesKeptMs));
      await attempt('prune attempts', () => attempts.prune());
    },
  };

  async function attempt(what: string, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      report(`Could not ${what}`, error);
    }
  }

  async function tidyUploads() {
    const rows = await db.selectFrom('uploads').select(['id', 'account', 'expires_at']).execute();
    for (const row of rows) {
      const actor = { account: row.account };
      if (row.expires_at <= now()) await uploads.discard(actor, row.id).catch(ignoreRefusal);
      // Asking for the status of a complete upload finishes it.
      else await uploads.status(actor, row.id).catch(ignoreRefusal);
    }
  }

  async function removeOrphans() {
    for await (const { id, changedAt } of blobs.list()) {
      if (changedAt > now() - orphanGraceMs) continue;
      const owner = await db
        .selectFrom('blobs')
        .select('id')
        .where('id', '=', id)
        .union(db.selectFrom('uploads').select('id').where('id', '=', id))
        .executeTakeFirst();
      if (owner === undefined) await blobs.remove(id);
    }
  }
}

/** A refusal (the folder is gone, the name is taken) leaves the upload as it is until it expires. */
function ignoreRefusal(error: unknown) {
  if (!(error instanceof DriveError)) throw error;
}
