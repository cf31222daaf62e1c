import { trashKeptMs } from '#contract/trash.ts';
import type { Attempts } from '#server/accounts/rate-limits.ts';
import type { Database } from '#server/database/open.ts';
import { removeOlder, rowsAtOnce } from '#server/database/row-groups.ts';
import type { Changes } from '#server/drive/changes/changes.ts';
import type { DownloadTokens } from '#server/drive/shares/download-tokens.ts';
import type { Purge } from '#server/drive/trash/purge.ts';
import type { Uploads } from '#server/drive/uploads/uploads.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Orphans } from './orphans.ts';

/** How long a client may be away and still catch up change by change. */
const changesKeptMs = 30 * 24 * 60 * 60 * 1000;
/** How long a client that lost the answer to its last bytes may be away and still learn what became of them. */
const finishedKeptMs = 30 * 24 * 60 * 60 * 1000;

/** How long a link that has ended can still be seen among the links of its file. */
const expiredTokensKeptMs = 30 * 24 * 60 * 60 * 1000;

type Deps = {
  db: Database;
  purge: Purge;
  orphans: Orphans;
  downloadTokens: DownloadTokens;
  uploads: Uploads;
  changes: Changes;
  attempts: Attempts;
  hashes: Hashes;
  now: () => number;
  /** Told what failed; the janitor goes on with the rest and tries again on its next round. */
  report: (problem: string, error: unknown) => void;
};

type OpenUpload = { id: string; account: string; expires_at: number; unchecked_from: number | null };

/** Completes what a crash left, and removes what nobody needs. */
export function createJanitor({
  db,
  purge,
  orphans,
  downloadTokens,
  uploads,
  changes,
  attempts,
  hashes,
  now,
  report,
}: Deps) {
  return {
    /** Finishes and expires uploads. Quick, and safe at any time, beside running uploads. */
    async tidyUploads(): Promise<void> {
      await attempt('look through the uploads', async () => {
        for await (const row of eachUpload()) {
          if (!uploads.isBusy(row.id)) await attempt(`tidy upload ${row.id}`, () => tidyUpload(row));
        }
      });
    },

    /**
     * Removes what nobody needs: what lay in Trash for long, orphan blobs, old changes, old counts. Looks at every blob,
     * and hashes old ones.
     */
    async collectGarbage(): Promise<void> {
      await attempt('empty Trash', emptyTrash);
      await attempt('remove orphan blobs', orphans.removeBlobs);
      await attempt('remove orphan thumbnails', orphans.removeThumbnails);
      await attempt('tidy where the bytes lie', orphans.tidyStores);
      await attempt('forget download tokens', () => downloadTokens.prune(now() - expiredTokensKeptMs));
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

  async function* eachUpload() {
    for (let last = ''; ; ) {
      const rows = await db
        .selectFrom('uploads')
        .select(['id', 'account', 'expires_at', 'unchecked_from'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      yield* rows;
      if (rows.length < rowsAtOnce) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  async function tidyUpload({ id, account, expires_at, unchecked_from }: OpenUpload) {
    if (expires_at <= now()) return await uploads.discard({ account }, id).catch(ignoreRefusal);
    // Perhaps another node receives these bytes now. If not, they were never acknowledged, and their sender comes again.
    if (unchecked_from !== null) return;
    // Asking for the status of a complete upload finishes it.
    await uploads.status({ account }, id).catch(ignoreRefusal);
  }

  async function forgetFinished() {
    const ages = db.selectFrom('finished_uploads').select('finished_at').orderBy('finished_at');
    await removeOlder(now() - finishedKeptMs, {
      ageAt: async (count) => (await ages.offset(count).limit(1).executeTakeFirst())?.finished_at,
      removeUpTo: (age) => db.deleteFrom('finished_uploads').where('finished_at', '<=', age).execute(),
    });
  }

  async function hashOld() {
    const old = db.selectFrom('blobs').selectAll().where('sha256', 'is', null).orderBy('id').limit(rowsAtOnce);
    for (let last = ''; ; ) {
      const rows = await old.where('id', '>', last).execute();
      for (const row of rows) await attempt(`hash ${row.id}`, async () => void (await hashes.of(row.account, row)));
      if (rows.length < rowsAtOnce) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  async function emptyTrash() {
    const until = now() - trashKeptMs;
    const rows = await db.selectFrom('entries').select('account').distinct().where('trashed_at', '<=', until).execute();
    for (const { account } of rows) await attempt('empty Trash', () => purge.until({ account }, until));
  }
}

/** A refusal (the folder is gone, the name is taken) leaves the upload as it is until it expires. */
function ignoreRefusal(error: unknown) {
  if (!(error instanceof KeepsakeError)) throw error;
}
