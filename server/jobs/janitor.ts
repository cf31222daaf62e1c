import { maxUndoAgeSeconds } from '#contract/limits.ts';
import type { AddressChanges } from '#server/accounts/address/address-changes.ts';
import type { AppPasswords } from '#server/accounts/app-passwords.ts';
import type { AccountEvents } from '#server/accounts/events/account-events.ts';
import type { Attempts } from '#server/accounts/guesses/attempts.ts';
import type { Invitations } from '#server/accounts/people/invitations.ts';
import type { Sessions } from '#server/accounts/sessions/sessions.ts';
import type { Database } from '#server/database/open.ts';
import { eachRow, removeOlder, rowsAtOnce } from '#server/database/row-groups.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import { systemScope } from '#server/drive/access/scope.ts';
import type { AccountArchives } from '#server/drive/account-archives/account-archives.ts';
import type { Archives } from '#server/drive/archives/archives.ts';
import type { PruneChanges } from '#server/drive/changes/prune-changes.ts';
import type { DownloadTokens } from '#server/drive/shares/download-tokens.ts';
import type { Purge } from '#server/drive/trash/purge.ts';
import { copying } from '#server/drive/tree/trashed-at.ts';
import type { Unpackings } from '#server/drive/unpacking/unpackings.ts';
import { requestLifetimeMs } from '#server/drive/uploads/upload-rows.ts';
import type { Uploads } from '#server/drive/uploads/uploads.ts';
import type { ThinVersions } from '#server/drive/versions/thin-versions.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import { emptyTrash } from './empty-trash.ts';
import { createFinishedUploads } from './finished-uploads.ts';
import type { Orphans } from './orphans.ts';

/** How long a client may be away and still catch up change by change. */
const changesMaxAgeMs = 30 * 24 * 60 * 60 * 1000;

/** A copy in steps to which nothing was added for this long was interrupted. */
const interruptedMs = 60 * 60 * 1000;

/** How long an expired link is still listed among the links of its file, and an expired app password among the others. */
const expiredTokensMaxAgeMs = 30 * 24 * 60 * 60 * 1000;

type Deps = {
  db: Database;
  purge: Purge;
  thinVersions: ThinVersions;
  orphans: Orphans;
  downloadTokens: DownloadTokens;
  uploads: Uploads;
  pruneChanges: PruneChanges;
  archives: Archives;
  accountArchives: Pick<AccountArchives, 'prune'>;
  unpackings: Pick<Unpackings, 'prune'>;
  attempts: Attempts;
  appPasswords: AppPasswords;
  sessions: Pick<Sessions, 'prune'>;
  addresses: Pick<AddressChanges, 'prune'>;
  invitations: Pick<Invitations, 'prune'>;
  events: AccountEvents;
  hashes: Hashes;
  now: () => number;
  /** A time for what cannot be undone (clock.ts); undefined while there is none. */
  settled: () => number | undefined;
  /** Called with what failed; the janitor continues with the rest and tries again on its next run. */
  report: (problem: string, error: unknown) => void;
};

type OpenUpload = Pick<UploadRow, 'id' | 'account' | 'expires_at' | 'unchecked_from' | 'is_single_request'>;

/** Completes what a crash interrupted, and removes what nobody needs. */
export function createJanitor({
  db,
  purge,
  thinVersions,
  orphans,
  downloadTokens,
  uploads,
  pruneChanges,
  archives,
  accountArchives,
  unpackings,
  attempts,
  appPasswords,
  sessions,
  addresses,
  invitations,
  events,
  hashes,
  now,
  settled,
  report,
}: Deps) {
  const finishedUploads = createFinishedUploads({ db, now });

  return {
    /**
     * Discards what is left of requests that brought all bytes of a file, so that they fit when they are sent again. Only where no other
     * process may be receiving one, and before the first one comes.
     */
    discardInterrupted: () => attempt('discard uploads that were interrupted', discardInterrupted),

    /** Finishes and expires uploads, and forgets the oldest where many are finished. Quick, and safe at any time, also while uploads run. */
    async tidyUploads(): Promise<void> {
      await attempt('look through the uploads', async () => {
        const settledAt = settled() ?? 0;
        for await (const row of eachUpload()) {
          if (!uploads.isBusy(row.id)) await attempt(`tidy upload ${row.id}`, () => tidyUpload(row, settledAt));
        }
      });
      await attempt('forget all but the last finished uploads', finishedUploads.forgetMany);
    },

    /**
     * Removes what nobody needs: what was in Trash for too long, versions beyond the rules, orphan blobs, old changes, old counters. Looks at every
     * blob, and hashes those without hashes.
     */
    async collectGarbage(): Promise<void> {
      await attempt('empty Trash', () => emptyTrash({ db, purge, settledAt: settled(), attempt }));
      await attempt('thin versions', () => whenSettled(thinVersions));
      await attempt('take back copies that were interrupted', takeBackCopies);
      await attempt('remove orphan blobs', orphans.removeBlobs);
      await attempt('remove orphan thumbnails', orphans.removeThumbnails);
      await attempt('tidy the blob stores', orphans.tidyStores);
      await attempt('forget download tokens', () =>
        whenSettled((at) => downloadTokens.prune(at - expiredTokensMaxAgeMs)),
      );
      await attempt('forget app passwords', () => whenSettled((at) => appPasswords.prune(at - expiredTokensMaxAgeMs)));
      await attempt('forget sessions', () => whenSettled(sessions.prune));
      await attempt('forget changes of addresses', () => whenSettled(addresses.prune));
      await attempt('forget invitations', () => invitations.prune());
      await attempt('prune account events', () => whenSettled(events.prune));
      await attempt('prune changes', () => whenSettled((at) => pruneChanges(at - changesMaxAgeMs)));
      await attempt('forget archives', () => whenSettled(archives.prune));
      await attempt('forget archives of accounts', () => whenSettled(accountArchives.prune));
      await attempt('forget unpackings', () => whenSettled(unpackings.prune));
      await attempt('prune attempts', () => attempts.prune());
      await attempt('forget finished uploads', () => whenSettled(finishedUploads.forgetOld));
      await attempt('forget what can no longer be undone', () => whenSettled((at) => forget('operations', at)));
      await attempt('forget what was answered', () => whenSettled((at) => forget('answers', at)));
      await attempt('hash the blobs without hashes', hashUnhashed);
      await attempt('sum the blobs without a CRC-32', sumUnsummed);
    },
  };

  async function attempt(what: string, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      report(`Could not ${what}`, error);
    }
  }

  async function discardInterrupted() {
    const left = await db
      .selectFrom('uploads')
      .select(['id', 'account'])
      .where('is_single_request', '=', 1)
      // What the server itself goes on with is kept for longer.
      .where('expires_at', '<=', now() + requestLifetimeMs)
      .execute();
    for (const { id, account } of left.filter((one) => !uploads.isBusy(one.id)))
      await attempt(`discard upload ${id}`, () => uploads.discard(systemScope(account), id).catch(ignoreExpected));
  }

  function eachUpload(): AsyncIterable<OpenUpload> {
    const uploadsById = db
      .selectFrom('uploads')
      .select(['id', 'account', 'expires_at', 'unchecked_from', 'is_single_request'])
      .orderBy('id')
      .limit(rowsAtOnce);
    return eachRow((last) => uploadsById.where('id', '>', last).execute());
  }

  async function tidyUpload(
    { id, account, expires_at, unchecked_from, is_single_request }: OpenUpload,
    settledAt: number,
  ) {
    if (expires_at <= now()) {
      if (expires_at > settledAt) return;
      return await uploads.discard(systemScope(account), id, expires_at).catch(ignoreExpected);
    }
    // Perhaps another node is receiving these bytes. If not, they were never acknowledged, and the client sends them again.
    if (unchecked_from !== null) return;
    // Its client was told that it failed, or has sent it again. What happened since must not be undone by it.
    if (is_single_request === 1) return;
    // Reading the status of a complete upload finishes it.
    await uploads.status(systemScope(account), id).catch(ignoreExpected);
  }

  /** A clock that is ahead must not take from people what they would have for longer. */
  async function whenSettled(remove: (at: number) => Promise<void>) {
    const at = settled();
    if (at !== undefined) await remove(at);
  }

  async function forget(table: 'operations' | 'answers', at: number) {
    const ages = db.selectFrom(table).select('at').orderBy('at');
    await removeOlder(at - maxUndoAgeSeconds * 1000, {
      ageAt: async (count) => (await ages.offset(count).limit(1).executeTakeFirst())?.at,
      removeUpTo: (age) => db.deleteFrom(table).where('at', '<=', age).execute(),
    });
  }

  async function hashUnhashed() {
    const unhashed = db.selectFrom('blobs').selectAll().where('sha256', 'is', null).orderBy('id').limit(rowsAtOnce);
    for await (const row of eachRow((last) => unhashed.where('id', '>', last).execute()))
      await attempt(`hash ${row.id}`, async () => void (await hashes.sha256Of(row.account, row)));
  }

  async function sumUnsummed() {
    const unsummed = db
      .selectFrom('blobs')
      .select(['id', 'account', 'size', 'sha256', 'crc32'])
      .where('crc32', 'is', null)
      .where('damaged_at', 'is', null)
      .orderBy('id')
      .limit(rowsAtOnce);
    for await (const row of eachRow((last) => unsummed.where('id', '>', last).execute()))
      await attempt(`sum ${row.id}`, async () => void (await hashes.crc32Of(row.account, row)));
  }

  async function takeBackCopies() {
    const interrupted = await db
      .selectFrom('entries')
      .select(['id', 'account'])
      .where('trashed_at', '=', copying)
      .where('modified_at', '<', now() - interruptedMs)
      .execute();
    for (const { id, account } of interrupted)
      await attempt(`take back copy ${id}`, () => purge.takeBack(systemScope(account), id));
  }
}

/** After an expected error (no such folder, the name is taken) the upload stays as it is until it expires. */
function ignoreExpected(error: unknown) {
  if (!(error instanceof KeepsakeError)) throw error;
}
