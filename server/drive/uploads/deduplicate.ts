import type { Transaction } from 'kysely';
import type { File } from '#contract/entries.ts';
import type { Principal } from '#server/accounts/principal.ts';
import type { BlobStore } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Changes } from '../changes/changes.ts';
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
  changes: Changes;
  now: () => number;
  /** Called after a file was kept whose thumbnail is wanted. */
  onThumbnailWanted: () => void;
};

export type Deduplicate = ReturnType<typeof createDeduplicate>;

/** Keeps files whose bytes the account has already, without sending them again. */
export function createDeduplicate({ db, blobs, changes, now, onThumbnailWanted }: Deps) {
  return {
    /** Whether the account keeps bytes of that size: only then it is worth while to hash a file before it is sent. */
    async sizeIsKept(principal: Principal, size: number): Promise<boolean> {
      const row = await db
        .selectFrom('blobs')
        .select('id')
        .where('account', '=', principal.account)
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
    async link(
      principal: Principal,
      { name, folderId, size, sha256, contentType, modifiedAt }: ReuseRequest,
    ): Promise<File | null> {
      checkName(name);
      const type = contentTypeOf(name, contentType);
      const file = await changes.write(principal, async (write) => {
        const blobId = await storedContent(write.trx, blobs, principal, { size, sha256 });
        if (blobId === undefined) return null;
        const there = await fileAt(write.trx, principal, { folderId, name, ifGeneration: null });
        if (there && (await currentBlob(write.trx, principal, there.id)) === blobId)
          return await fileOf(write.trx, principal, there.id);
        const content = { blobId, size, contentType: type, metadata: null, modifiedAt: modifiedAt ?? null, at: now() };
        const [added] = await addVersions(write, principal, [{ folderId, name, there, ...content }]);
        return await fileOf(write.trx, principal, added?.fileId ?? '');
      });
      if (file !== null && isPreviewed({ contentType: type, size })) onThumbnailWanted();
      return file;
    },
  };
}

async function currentBlob(
  trx: Transaction<Tables>,
  principal: Principal,
  fileId: string,
): Promise<string | undefined> {
  const version = await trx
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select('versions.blob_id')
    .where('entries.id', '=', fileId)
    .where('entries.account', '=', principal.account)
    .executeTakeFirst();
  return version?.blob_id;
}

async function fileOf(trx: Transaction<Tables>, principal: Principal, id: string): Promise<File> {
  const file = (await readEntries(trx, principal, [id])).get(id)?.file;
  if (!file) throw new Error('A file that was just linked is no file');
  return file;
}
