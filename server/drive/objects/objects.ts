import { kindOf } from '#contract/kinds.ts';
import type { ObjectMetadata, SettableMetadata } from '#contract/records/objects.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Scope } from '../access/scope.ts';
import type { Transactions } from '../changes/transactions.ts';
import { contentTypeOf } from '../files/content-type.ts';
import { moveToTrash } from '../tree/entry-changes.ts';
import { changeMetadata } from '../versions/version-metadata.ts';
import { findFile, type ObjectPath } from './object-paths.ts';
import { type ObjectRow, objectRecord, selectCurrentObjects } from './object-records.ts';

/** The generations that an object must have for a call to take effect; undefined: any. */
export type Expected = { generation?: number; metageneration?: number };

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
    ): Promise<ObjectMetadata> {
      const updated = await transactions.write(scope, async ({ trx, changed }) => {
        const { row } = await read(trx, scope, path, expected);
        const contentType = contentTypeOf(row.name, change.contentType ?? undefined);
        await trx
          .updateTable('versions')
          .set((eb) => ({
            metadata: changeMetadata(row.metadata, change),
            metageneration: eb('metageneration', '+', 1),
            updated_at: now(),
            ...(change.contentType === undefined ? {} : { content_type: contentType }),
          }))
          .where('id', '=', row.version_id)
          .execute();
        if (change.contentType !== undefined)
          await trx
            .updateTable('entries')
            .set({ sort_kind: kindOf(contentType) })
            .where('id', '=', row.file_id)
            .execute();
        changed(row.file_id);
        return await read(trx, scope, path, {});
      });
      return await describe(scope, updated);
    },

    /** Moves the file at a path to Trash, unless the client has given up by then: see `NewObject`. Throws unavailable. */
    async trash(
      scope: Scope,
      path: ObjectPath,
      { isAbandoned, ...expected }: Expected & { isAbandoned?: () => boolean } = {},
    ): Promise<void> {
      await transactions.write(scope, async (write) => {
        if (isAbandoned?.()) throw new KeepsakeError('unavailable');
        const { row } = await read(write.trx, scope, path, expected);
        await moveToTrash(write, scope, row.file_id, now());
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
