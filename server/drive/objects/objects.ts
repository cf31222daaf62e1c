import type { ObjectMetadata, SettableMetadata } from '#contract/objects.ts';
import type { Actor } from '#server/accounts/principal.ts';
import type { Database } from '#server/database/open.ts';
import { DriveError } from '#server/errors/keepsake-error.ts';
import type { Hashes } from '#server/integrity/hashes.ts';
import type { Changes } from '../changes/changes.ts';
import { contentTypeOf } from '../files/content-type.ts';
import { changeMetadata } from '../files/version-metadata.ts';
import { moveToTrash } from '../tree/steps.ts';
import { findFile, type ObjectPath } from './object-paths.ts';
import { type ObjectRow, objectRecord, selectCurrentObjects } from './object-records.ts';

/** What an object has to be like for a call to do anything; undefined: anything. */
export type Expected = { generation?: number; metageneration?: number };

export type Objects = ReturnType<typeof createObjects>;

/** The files of the tree by their paths, as objects of a bucket. Every function throws object-not-found, generation-mismatch. */
export function createObjects({
  db,
  changes,
  hashes,
  now,
}: {
  db: Database;
  changes: Changes;
  hashes: Hashes;
  now: () => number;
}) {
  return {
    async metadata(actor: Actor, path: ObjectPath, expected: Expected = {}): Promise<ObjectMetadata> {
      return await describe(actor, await read(db, actor, path, expected));
    },

    /** The ids of the file at a path and of its current version. */
    async locate(
      actor: Actor,
      path: ObjectPath,
      expected: Expected = {},
    ): Promise<{ fileId: string; versionId: string }> {
      const { row } = await read(db, actor, path, expected);
      return { fileId: row.file_id, versionId: row.version_id };
    },

    /** Changes the metadata of the current version: fields that are not named stay, null takes a field away. */
    async update(
      actor: Actor,
      path: ObjectPath,
      change: SettableMetadata,
      expected: Expected = {},
    ): Promise<ObjectMetadata> {
      const updated = await changes.write(actor, async ({ trx, changed }) => {
        const { row } = await read(trx, actor, path, expected);
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
        changed(row.file_id);
        return await read(trx, actor, path, {});
      });
      return await describe(actor, updated);
    },

    /** Moves the file at a path to Trash. */
    async trash(actor: Actor, path: ObjectPath, expected: Expected = {}): Promise<void> {
      await changes.write(actor, async (write) => {
        const { row } = await read(write.trx, actor, path, expected);
        await moveToTrash(write, actor, row.file_id, now());
      });
    },
  };

  async function describe(actor: Actor, { row, folders }: Located): Promise<ObjectMetadata> {
    return objectRecord(actor, folders, row, await hashes.of(actor, { ...row, id: row.blob_id }));
  }
}

type Located = { row: ObjectRow; folders: string[] };

async function read(
  db: Parameters<typeof findFile>[0],
  actor: Actor,
  path: ObjectPath,
  { generation, metageneration }: Expected,
): Promise<Located> {
  const { id, line } = await findFile(db, actor, path);
  const row = await selectCurrentObjects(db, actor).where('entries.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new DriveError('object-not-found');
  if ((generation ?? row.generation) !== row.generation) throw new DriveError('generation-mismatch');
  if ((metageneration ?? row.metageneration) !== row.metageneration) throw new DriveError('generation-mismatch');
  return { row, folders: line.map(({ name }) => name) };
}
