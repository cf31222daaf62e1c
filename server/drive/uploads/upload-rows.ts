import { isId } from '#contract/ids.ts';
import { uploadLifetimeMs } from '#contract/storage.ts';
import type { Database } from '#server/database/open.ts';
import type { UploadRow } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import { allAncestors } from '../tree/ancestors.ts';

export type UploadStatus = {
  length: number;
  /** Bytes that are kept and survive a power cut. */
  offset: number;
  metadata: Record<string, string | null>;
  expiresAt: number | undefined;
  /** The file that holds the bytes, once the upload is finished. */
  fileId: string | undefined;
};

/** The expiry is put off in steps, so that it does not cost a commit for every chunk. */
const expiryStepMs = 60 * 60 * 1000;

/** What the database knows of uploads: those under way, and what became of those that are finished. */
export function createUploadRows({ db, now }: { db: Database; now: () => number }) {
  return {
    /** An upload under way into a folder of the scope. Throws upload-not-found for what is no id. */
    async find(scope: Scope, id: string): Promise<UploadRow | undefined> {
      if (!isId(id)) throw new KeepsakeError('upload-not-found');
      const row = await db
        .selectFrom('uploads')
        .selectAll()
        .where('id', '=', id)
        .where('account', '=', scope.account)
        .executeTakeFirst();
      return row !== undefined && (await reaches(scope, row.parent_id)) ? row : undefined;
    },

    /** What became of an upload that is no more under way. Throws upload-not-found when it was given up. */
    async finished(scope: Scope, id: string): Promise<UploadStatus & { fileId: string }> {
      const row = await db
        .selectFrom('finished_uploads')
        .innerJoin('entries', 'entries.id', 'finished_uploads.entry_id')
        .selectAll('finished_uploads')
        .where('finished_uploads.id', '=', id)
        .where('finished_uploads.account', '=', scope.account)
        .executeTakeFirst();
      if (row === undefined || !(await reaches(scope, row.entry_id))) throw new KeepsakeError('upload-not-found');
      return {
        length: row.length,
        offset: row.length,
        metadata: readMetadata(row),
        expiresAt: undefined,
        fileId: row.entry_id,
      };
    },

    async set(scope: Scope, id: string, values: Partial<UploadRow>): Promise<void> {
      await db.updateTable('uploads').set(values).where('id', '=', id).where('account', '=', scope.account).execute();
    },

    /** What to set after bytes came, which put the expiry off. */
    alive({ expires_at }: UploadRow): Partial<UploadRow> {
      const fresh = now() + uploadLifetimeMs;
      return fresh - expires_at < expiryStepMs ? {} : { expires_at: fresh };
    },
  };

  async function reaches(scope: Scope, entryId: string | null): Promise<boolean> {
    if (scope.root === null) return true;
    return entryId !== null && (await allAncestors(db, scope, [entryId])).has(entryId);
  }
}

export function readMetadata({ metadata }: { metadata: string }): UploadStatus['metadata'] {
  return JSON.parse(metadata) as UploadStatus['metadata'];
}
