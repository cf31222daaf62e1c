import type { Transaction } from 'kysely';
import type { File } from '#contract/records/entries.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import { contentTypeOf } from '../files/content-type.ts';
import { isTypedByBytes, typeByOthers } from '../files/program-type.ts';
import { checkName } from '../tree/entry-changes.ts';
import { fileAt } from '../tree/files-at.ts';
import { readEntries } from '../tree/records.ts';
import { addVersions, needsReading } from '../versions/add-versions.ts';
import { blobsByContent, contentKey, damagedAmong } from './reusable-blobs.ts';

export type ReuseRequest = {
  name: string;
  folderId: string | null;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  contentType?: string;
  /** When the file was last changed, in milliseconds, according to the client. */
  modifiedAt?: number;
};

/** The file, and the operation by which that is undone. */
export type Reused = { file: File | null; operationId: string | null };

const none: Reused = { file: null, operationId: null };

type Deps = {
  db: Database;
  blobs: BlobStore;
  transactions: Transactions;
  now: () => number;
  /** Called after a file was stored that is to be read. */
  onReadingWanted: () => void;
};

/** Stores files whose bytes the account already has, without transferring them again. */
export function createDeduplicate({ db, blobs, transactions, now, onReadingWanted }: Deps) {
  return {
    /** Whether the account has a blob of that size: only then is it worthwhile to hash a file before sending it. */
    async sizeIsStored(scope: Scope, size: number): Promise<boolean> {
      // A scope below Root does not reveal what the account stores outside it.
      if (scope.root !== null) return false;
      const row = await db
        .selectFrom('blobs')
        .select('id')
        .where('account', '=', scope.account)
        .where('size', '=', size)
        .where('sha256', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Creates a file, or the next version of the file of that name, from a stored blob; a file that already shows that
     * blob stays unchanged. It takes no further space. `file` is null if the account has no such blob. Throws name-…,
     * folder-not-found, name-taken (by a folder).
     */
    async reuse(
      scope: Scope,
      { name, folderId, size, sha256, contentType, modifiedAt }: ReuseRequest,
    ): Promise<Reused> {
      checkName(name);
      // A scope below Root does not reach what the account stores outside it.
      if (scope.root !== null) return none;
      const named = { name, content_type: contentTypeOf(name, contentType) };
      const known = { size, sha256 };
      const damaged = await damagedAmong({ db, blobs }, scope, [known]);
      const reused = await transactions.write(scope, async (write): Promise<Reused> => {
        const blobId = (await blobsByContent(write.trx, scope, [known], damaged)).get(contentKey(known));
        if (blobId === undefined) return none;
        const there = await fileAt(write.trx, scope, { folderId, name, ifGeneration: null });
        if (there && (await currentBlob(write.trx, scope, there.id)) === blobId)
          return { file: await fileOf(write.trx, scope, there.id), operationId: null };
        const type = typeByOthers(named, isTypedByBytes(named) ? await typesOf(write.trx, blobId) : []);
        const content = { blobId, size, contentType: type, metadata: null, modifiedAt: modifiedAt ?? null, at: now() };
        const [added] = await addVersions(write, scope, [{ folderId, name, there, ...content }]);
        const { fileId, operationId } = required(added, 'version of a reused file');
        return { file: await fileOf(write.trx, scope, fileId), operationId };
      });
      if (reused.file !== null && needsReading(reused.file)) onReadingWanted();
      return reused;
    },
  };
}

async function currentBlob(trx: Transaction<Tables>, scope: Scope, fileId: string): Promise<string | undefined> {
  const version = await trx
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select('versions.blob_id')
    .where('entries.id', '=', fileId)
    .where('entries.account', '=', scope.account)
    .executeTakeFirst();
  return version?.blob_id;
}

/** What its bytes were stored as. */
async function typesOf(trx: Transaction<Tables>, blobId: string): Promise<string[]> {
  const versions = trx.selectFrom('versions').select('content_type').distinct().where('blob_id', '=', blobId);
  return (await versions.execute()).map(({ content_type }) => content_type);
}

async function fileOf(trx: Transaction<Tables>, scope: Scope, id: string): Promise<File> {
  const file = (await readEntries(trx, scope, [id])).get(id)?.file;
  return required(file, 'record of a reused file');
}
