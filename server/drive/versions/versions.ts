import type { OldVersions, Version } from '#contract/api/versions-api.ts';
import type { ChangedEntry, File } from '#contract/records/entries.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Damage } from '#server/integrity/damage-records.ts';
import { requireRight, type Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import type { RemoveBytes } from '../trash/remove-bytes.ts';
import { decodeCursor, encodeCursor } from '../tree/cursors.ts';
import { readEntries } from '../tree/records.ts';
import { addVersions, needsReading } from './add-versions.ts';
import { keepBoth, type Renewed } from './keep-both.ts';
import { readLiveFile } from './live-files.ts';
import { oldVersionsBelow } from './old-versions.ts';
import { removeVersions } from './remove-versions.ts';
import { selectVersions, versionRecord } from './version-records.ts';

export type VersionPage = { versions: Version[]; nextCursor: string | null };

/** The files as they are then, and the new ones. */
export type KeptBoth = Pick<ChangedEntry, 'operationId'> & { files: { file: File; added: File }[] };

type Deps = {
  db: Database;
  transactions: Transactions;
  removeBytes: RemoveBytes;
  damage: Damage;
  now: () => number;
  /** Called after a version became current that is to be read. */
  onReadingWanted: () => void;
};

/** The versions of a file. Every function throws object-not-found if there is no such file, or it is in Trash. */
export function createVersions({ db, transactions, removeBytes, damage, now, onReadingWanted }: Deps) {
  return {
    /** One page of the versions, the newest first. */
    async list(
      scope: Scope,
      fileId: string,
      { cursor, limit }: { cursor?: string; limit: number },
    ): Promise<VersionPage> {
      const file = await readLiveFile(db, scope, fileId);
      const all = selectVersions(db, fileId).orderBy('versions.generation', 'desc');
      const page = cursor === undefined ? all : all.where('versions.generation', '<', readCursor(cursor));
      const rows = await page.limit(limit + 1).execute();
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        versions: shown.map((row) => versionRecord(file, row)),
        nextCursor: rows.length > limit && last ? encodeCursor([last.generation]) : null,
      };
    },

    /** What the earlier versions of all files below a folder take. Throws folder-not-found. */
    below: (scope: Scope, folderId: string): Promise<OldVersions> => oldVersionsBelow(db, scope, folderId),

    /** Adds a version with the content of an earlier one. Throws version-not-found, file-damaged. */
    async restore(scope: Scope, fileId: string, versionId: string): Promise<File & Pick<ChangedEntry, 'operationId'>> {
      const { isWanted, ...restored } = await transactions.write(scope, async (write) => {
        const there = await readLiveFile(write.trx, scope, fileId);
        const row = await write.trx
          .selectFrom('versions')
          .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
          .select(['versions.blob_id', 'versions.size', 'versions.content_type', 'versions.metadata'])
          .select(['versions.created_at', 'versions.file_modified_at', 'blobs.damaged_at'])
          .where('versions.id', '=', versionId)
          .where('versions.entry_id', '=', fileId)
          .executeTakeFirst();
        if (row === undefined) throw new KeepsakeError('version-not-found');
        if (row.damaged_at !== null) {
          damage.suspect(row.blob_id);
          throw new KeepsakeError('file-damaged');
        }
        const content = { size: row.size, contentType: row.content_type };
        const isOther = there.versionId !== versionId;
        if (isOther) {
          const { folderId, name } = there;
          const modifiedAt = row.file_modified_at ?? row.created_at;
          const rest = { blobId: row.blob_id, metadata: row.metadata, modifiedAt, at: now() };
          await addVersions(write, scope, [{ folderId, name, there, ...content, ...rest }], { apart: false });
        }
        const entry = (await readEntries(write.trx, scope, [fileId])).get(fileId);
        return {
          ...required(entry?.file, 'record of a file'),
          operationId: write.operationId(),
          isWanted: isOther && needsReading(content),
        };
      });
      if (isWanted) onReadingWanted();
      return restored;
    },

    /** Deletes a version for good. Throws version-not-found, version-is-current. */
    async remove(scope: Scope, fileId: string, versionId: string): Promise<void> {
      requireRight(scope, 'own');
      const blobIds = await transactions.write(scope, async (write) => {
        const file = await readLiveFile(write.trx, scope, fileId);
        if (file.versionId === versionId) throw new KeepsakeError('version-is-current');
        const { removed, blobIds: unreferenced } = await removeVersions(write, scope, fileId, [versionId]);
        if (removed === 0) throw new KeepsakeError('version-not-found');
        write.changed(fileId);
        return unreferenced;
      });
      await removeBytes(blobIds);
    },

    /** See `keepBoth`. */
    async keepBoth(scope: Scope, files: readonly Renewed[]): Promise<KeptBoth> {
      return await transactions.write(scope, async (write) => {
        const pairs = await keepBoth(write, scope, files, now());
        const records = await readEntries(
          write.trx,
          scope,
          pairs.flatMap(({ fileId, addedId }) => [fileId, addedId]),
        );
        const fileOf = (id: string) => required(records.get(id)?.file, 'record of a file');
        return {
          files: pairs.map(({ fileId, addedId }) => ({ file: fileOf(fileId), added: fileOf(addedId) })),
          operationId: write.operationId(),
        };
      });
    },
  };
}

function readCursor(text: string): number {
  return decodeCursor(
    text,
    ([generation]) => (typeof generation === 'number' && Number.isSafeInteger(generation) ? generation : undefined),
    { path: 'cursor', message: 'Not a cursor of this server' },
  );
}
