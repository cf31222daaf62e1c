import { isId } from '#contract/ids.ts';
import type { Database } from '#server/database/open.ts';
import { prepared } from '#server/database/statements/prepared.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { liveAncestors } from '../tree/ancestors.ts';

/** Versions that are remembered: 1 KiB each. */
const maxRemembered = 1000;

type StoredVersion = Awaited<ReturnType<typeof findVersion>>;

/** Finds the rows of versions that are to be sent. */
export function createStoredVersions({ db }: { db: Database }) {
  /** Live ones, the one that was asked for longest ago first. */
  const remembered = new Map<string, StoredVersion>();

  return {
    /** A version of a file, which may be in Trash. Throws object-not-found. */
    find: (scope: Scope, fileId: string, versionId: string): Promise<StoredVersion> =>
      findVersion(db, scope, fileId, versionId),

    /**
     * A version of a live file. One that was asked for before is answered from memory, unless something of the account changed since:
     * that is looked up each time. Throws object-not-found.
     */
    async live(scope: Scope, fileId: string, versionId: string): Promise<StoredVersion> {
      const key = [scope.account, scope.root, fileId, versionId].join();
      const known = remembered.get(key);
      const row = (known && (await unchanged(scope, versionId, known))) ?? (await findLive(scope, fileId, versionId));
      remembered.delete(key);
      remembered.set(key, row);
      const [oldest] = remembered.keys();
      if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
      return row;
    },
  };

  async function findLive(scope: Scope, fileId: string, versionId: string): Promise<StoredVersion> {
    const row = await findVersion(db, scope, fileId, versionId);
    if (!(await liveAncestors(db, scope, [fileId])).has(fileId)) throw new KeepsakeError('object-not-found');
    return row;
  }

  /** Damage, and versions that are thinned out, are no changes of an account. */
  async function unchanged(
    { account }: Scope,
    versionId: string,
    known: StoredVersion,
  ): Promise<StoredVersion | undefined> {
    const [now] = await stateNow(db, { account, versionId });
    if (now?.revision !== known.revision || now.blob_id !== known.blob_id) return undefined;
    return { ...known, damaged_at: now.damaged_at };
  }
}

const stateNow = prepared((db, { account, versionId }: { account: string; versionId: string }) =>
  db
    .selectFrom('versions')
    .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
    .innerJoin('accounts', 'accounts.user_id', 'blobs.account')
    .select(['accounts.revision', 'blobs.damaged_at', 'versions.blob_id'])
    .where('versions.id', '=', versionId)
    .where('accounts.user_id', '=', account),
);

async function findVersion(db: Database, scope: Scope, fileId: string, versionId: string) {
  if (!isId(fileId) || !isId(versionId)) throw new KeepsakeError('object-not-found');
  const row = await db
    .selectFrom('versions')
    .innerJoin('entries', 'entries.id', 'versions.entry_id')
    .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
    .leftJoin('accounts', 'accounts.user_id', 'entries.account')
    .select(['versions.blob_id', 'versions.size', 'versions.content_type', 'versions.created_at', 'entries.name'])
    .select(['versions.metageneration', 'versions.metadata', 'versions.updated_at'])
    .leftJoin('previews', 'previews.blob_id', 'versions.blob_id')
    .select(['blobs.sha256', 'blobs.damaged_at', 'previews.thumbnail_bytes', 'accounts.revision'])
    .where('versions.id', '=', versionId)
    .where('entries.id', '=', fileId)
    .where('entries.account', '=', scope.account)
    .executeTakeFirst();
  if (row === undefined) throw new KeepsakeError('object-not-found');
  return row;
}
