import type { Transaction } from 'kysely';
import type { File } from '#contract/entries.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import { addVersions, isPreviewed } from '../files/add-versions.ts';
import { contentTypeOf } from '../files/content-type.ts';
import { fileAt } from '../files/files-at.ts';
import { readEntries } from '../tree/records.ts';
import { checkName } from '../tree/steps.ts';
import { storedContent } from './stored-content.ts';

export type ReuseRequest = {
  name: string;
  folderId: string | null;
  size: number;
  /** Hexadecimal. */
  sha256: string;
  contentType?: string;
  /** When the file was changed last, in milliseconds, as the client knows it. */
  modifiedAt?: number;
};

type Deps = {
  db: Database;
  blobs: BlobStore;
  transactions: Transactions;
  now: () => number;
  /** Called after a file was kept whose thumbnail is wanted. */
  onThumbnailWanted: () => void;
};

/** Keeps files whose bytes the account has already, without sending them again. */
export function createDeduplicate({ db, blobs, transactions, now, onThumbnailWanted }: Deps) {
  return {
    /** Whether the account keeps bytes of that size: only then it is worth while to hash a file before it is sent. */
    async sizeIsStored(scope: Scope, size: number): Promise<boolean> {
      // What the account stores elsewhere is nobody's business here.
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
     * Makes a file, or the next version of the file of that name, from bytes the account keeps; a file that shows them
     * already stays as it is. It takes no further room. Null when there are no such bytes. Throws name-…,
     * folder-not-found, name-taken (by a folder).
     */
    async reuse(
      scope: Scope,
      { name, folderId, size, sha256, contentType, modifiedAt }: ReuseRequest,
    ): Promise<File | null> {
      checkName(name);
      // What the account stores outside of the scope is not to be had here.
      if (scope.root !== null) return null;
      const type = contentTypeOf(name, contentType);
      const file = await transactions.write(scope, async (write) => {
        const blobId = await storedContent(write.trx, blobs, scope, { size, sha256 });
        if (blobId === undefined) return null;
        const there = await fileAt(write.trx, scope, { folderId, name, ifGeneration: null });
        if (there && (await currentBlob(write.trx, scope, there.id)) === blobId)
          return await fileOf(write.trx, scope, there.id);
        const content = { blobId, size, contentType: type, metadata: null, modifiedAt: modifiedAt ?? null, at: now() };
        const [added] = await addVersions(write, scope, [{ folderId, name, there, ...content }]);
        return await fileOf(write.trx, scope, required(added, 'version of a reused file').fileId);
      });
      if (file !== null && isPreviewed({ contentType: type, size })) onThumbnailWanted();
      return file;
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

async function fileOf(trx: Transaction<Tables>, scope: Scope, id: string): Promise<File> {
  const file = (await readEntries(trx, scope, [id])).get(id)?.file;
  if (!file) throw new Error('A file that was just linked is no file');
  return file;
}
