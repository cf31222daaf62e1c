import type { ObjectMetadata, SettableMetadata } from '#contract/records/objects.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import { contentTypeOf } from '../files/content-type.ts';
import { moveToTrash } from '../tree/entry-changes.ts';
import { describeVersion } from '../versions/describe-version.ts';
import { changeMetadata } from '../versions/version-metadata.ts';
import { findFile, type ObjectPath } from './object-paths.ts';
import { type ObjectRow, objectRecord, selectCurrentObjects } from './object-records.ts';

/** The generations that an object must have for a call to take effect; one that is left out is not looked at. */
export type Expected = { generation?: number; metageneration?: number };

/** An object after a change, and the operation by which that is undone. */
export type ChangedObject = { object: ObjectMetadata; operationId: string | null };

/** The files of the tree by their paths, as objects of a bucket. Every function throws object-not-found, generation-mismatch. */
export function createObjects({
  db,
  transactions,
  hashes,
  now,
}: {
  db: Database;
  transactions: Transactions;
  hashes: Hashes;
  now: () => number;
}) {
  return {
    async metadata(scope: Scope, path: ObjectPath, expected: Expected = {}): Promise<ObjectMetadata> {
      return await describe(scope, await read(db, scope, path, expected));
    },

    /** The ids of the file at a path and of its current version. */
    async locate(
      scope: Scope,
      path: ObjectPath,
      expected: Expected = {},
    ): Promise<{ fileId: string; versionId: string }> {
      const { row } = await read(db, scope, path, expected);
      return { fileId: row.file_id, versionId: row.version_id };
    },

    /** Changes the metadata of the current version: fields that are not named stay, null takes a field away. */
    async update(
      scope: Scope,
      path: ObjectPath,
      change: SettableMetadata,
      expected: Expected = {},
    ): Promise<ChangedObject> {
      const { operationId, ...updated } = await transactions.write(scope, async (write) => {
        const { row } = await read(write.trx, scope, path, expected);
        const { contentType } = change;
        const to = {
          contentType: contentType === undefined ? row.content_type : contentTypeOf(row.name, contentType ?? undefined),
          metadata: changeMetadata(row.metadata, change),
        };
        await describeVersion(write, scope, { fileId: row.file_id, versionId: row.version_id, to, at: now() });
        return { ...(await read(write.trx, scope, path, {})), operationId: write.operationId() };
      });
      return { object: await describe(scope, updated), operationId };
    },

    /**
     * Moves the file at a path to Trash, unless the client has given up by then: see `NewObject`. Returns the id of the
     * operation. Throws unavailable.
     */
    async trash(
      scope: Scope,
      path: ObjectPath,
      { isAbandoned, ...expected }: Expected & { isAbandoned?: () => boolean } = {},
    ): Promise<string | null> {
      return await transactions.write(scope, async (write) => {
        const { row } = await read(write.trx, scope, path, expected);
        if (isAbandoned?.()) throw new KeepsakeError('unavailable');
        await moveToTrash(write, scope, row.file_id, now());
        return write.operationId();
      });
    },
  };

  async function describe(scope: Scope, { row, folders }: Located): Promise<ObjectMetadata> {
    return objectRecord(scope, folders, row, await hashes.of(scope.account, { ...row, id: row.blob_id }));
  }
}

type Located = { row: ObjectRow; folders: string[] };

async function read(
  db: Parameters<typeof findFile>[0],
  scope: Scope,
  path: ObjectPath,
  { generation, metageneration }: Expected,
): Promise<Located> {
  const { id, line } = await findFile(db, scope, path);
  const row = await selectCurrentObjects(db, scope).where('entries.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new KeepsakeError('object-not-found');
  if ((generation ?? row.generation) !== row.generation) throw new KeepsakeError('generation-mismatch');
  if ((metageneration ?? row.metageneration) !== row.metageneration) throw new KeepsakeError('generation-mismatch');
  return { row, folders: line.map(({ name }) => name) };
}
