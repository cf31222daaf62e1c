import { isId } from '#contract/ids.ts';
import type { Database } from '#server/database/open.ts';
import type { UploadRow } from '#server/database/tables/upload-rows.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { allAncestors } from '../tree/ancestors.ts';
import type { StoredUpload } from './complete-upload.ts';

export type UploadStatus = {
  length: number;
  /** Bytes that are stored durably. */
  offset: number;
  metadata: Record<string, string | null>;
  expiresAt: number | undefined;
  /** What the upload became, once it is finished. */
  stored: StoredUpload | undefined;
};

/**
 * How long the upload of a client that sends all bytes in one request, and cannot resume it, is kept while no bytes come. What is left
 * of one whose process is gone only takes space from the same request sent again.
 */
export const requestLifetimeMs = 2 * 60 * 60 * 1000;

/** One is extended every two steps at least; the clocks of nodes may differ by another. */
const missedSteps = 3;

/** The expiry is extended in steps, so that it does not cost a commit for every chunk. */
export function expiryStepMs(lifetimeMs: number): number {
  return lifetimeMs / 24;
}

export type UploadRows = ReturnType<typeof createUploadRows>;

/** The rows of uploads, in progress and finished. */
export function createUploadRows({ db, now }: { db: Database; now: () => number }) {
  return {
    /** An upload in progress into a folder of the scope. Throws upload-not-found for a malformed id. */
    find,

    /** The final status of a finished upload. Throws upload-not-found if it was discarded. */
    finished,

    set,

    /** Throws upload-not-found unless the upload, in progress or finished, is one of the scope. */
    async requireReachable(scope: Scope, id: string): Promise<void> {
      if ((await find(scope, id)) === undefined) await finished(scope, id);
    },

    /** Whether another account has an upload in progress with that id. */
    async isOfAnother(scope: Scope, id: string): Promise<boolean> {
      const row = await db.selectFrom('uploads').select('account').where('id', '=', id).executeTakeFirst();
      return row !== undefined && row.account !== scope.account;
    },

    /**
     * Uploads of single requests that no process extends any more, which each does while bytes come, and the moment, in milliseconds, up to which
     * they were to expire.
     */
    async abandoned({ account }: Scope): Promise<{ found: Pick<UploadRow, 'id' | 'blob_id'>[]; until: number }> {
      const until = now() + requestLifetimeMs - missedSteps * expiryStepMs(requestLifetimeMs);
      const found = await db
        .selectFrom('uploads')
        .select(['id', 'blob_id'])
        .where('account', '=', account)
        .where('is_single_request', '=', 1)
        .where('expires_at', '<=', until)
        .execute();
      return { found, until };
    },

    /** Extends the expiry to the lifetime, in milliseconds, and returns it. Throws upload-not-found if the upload was discarded meanwhile. */
    async extendExpiry(scope: Scope, id: string, lifetimeMs: number): Promise<number | undefined> {
      const row = await find(scope, id);
      // Another node may have finished it.
      if (row === undefined) return (await finished(scope, id)).expiresAt;
      const expiresAt = now() + lifetimeMs;
      if (expiresAt - row.expires_at < expiryStepMs(lifetimeMs)) return row.expires_at;
      await set(scope, id, { expires_at: expiresAt });
      return expiresAt;
    },
  };

  async function find(scope: Scope, id: string): Promise<UploadRow | undefined> {
    if (!isId(id)) throw new KeepsakeError('upload-not-found');
    const row = await db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', scope.account)
      .executeTakeFirst();
    return row !== undefined && (await reaches(scope, row.parent_id)) ? row : undefined;
  }

  async function finished(scope: Scope, id: string): Promise<UploadStatus & { stored: StoredUpload }> {
    const row = await db
      .selectFrom('finished_uploads')
      .innerJoin('entries', 'entries.id', 'finished_uploads.entry_id')
      // An upload that changed nothing names a version that was there before, whose operation is another one's.
      .leftJoin('versions', (join) =>
        join
          .onRef('versions.id', '=', 'finished_uploads.version_id')
          .onRef('versions.created_at', '=', 'finished_uploads.finished_at'),
      )
      // The operation of a version has its id.
      .leftJoin('operations', 'operations.id', 'versions.id')
      .selectAll('finished_uploads')
      .select('operations.id as operation_id')
      .where('finished_uploads.id', '=', id)
      .where('finished_uploads.account', '=', scope.account)
      .executeTakeFirst();
    if (row === undefined || !(await reaches(scope, row.entry_id))) throw new KeepsakeError('upload-not-found');
    const { length, entry_id: fileId, operation_id: operationId } = row;
    const stored = { fileId, operationId };
    return { length, offset: length, metadata: readMetadata(row), expiresAt: undefined, stored };
  }

  async function set(scope: Scope, id: string, values: Partial<UploadRow>): Promise<void> {
    await db.updateTable('uploads').set(values).where('id', '=', id).where('account', '=', scope.account).execute();
  }

  async function reaches(scope: Scope, entryId: string | null): Promise<boolean> {
    if (scope.root === null) return true;
    return entryId !== null && (await allAncestors(db, scope, [entryId])).has(entryId);
  }
}

export function readMetadata({ metadata }: { metadata: string }): UploadStatus['metadata'] {
  return JSON.parse(metadata) as UploadStatus['metadata'];
}
