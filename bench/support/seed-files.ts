import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { nameKey } from '#contract/names/names.ts';
import { naturalKey } from '#contract/names/natural-order.ts';
import type { Folder } from '#contract/records/entries.ts';
import { rebuildContents } from '#server/database/folder-contents.ts';
import { openDatabase } from '#server/database/open.ts';
import type { Person } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';

/** The database of a server: SQLite in its data folder, or the one at the URL. */
export type DatabaseOf = { dataFolder: string; databaseUrl?: string | undefined };

const rowsAtOnce = 1000;

/**
 * Creates folders in Root with `filesInEach` files, far faster than by uploads: writes the rows directly into the database,
 * and all files share the bytes of one that was uploaded. Returns the folders.
 */
export async function seedFiles(
  { dataFolder, databaseUrl }: DatabaseOf,
  person: Person,
  { folders, filesInEach }: { folders: number; filesInEach: number },
): Promise<Folder[]> {
  const { db, close } = await openDatabase({ url: databaseUrl, file: join(dataFolder, 'keepsake.db') });
  const original = await uploadFile(person, { name: 'original.txt', body: Buffer.from('The same in each of them') });
  const version = await db
    .selectFrom('versions')
    .selectAll()
    .where('entry_id', '=', original.id)
    .executeTakeFirstOrThrow();
  const entry = await db.selectFrom('entries').selectAll().where('id', '=', original.id).executeTakeFirstOrThrow();
  const created: Folder[] = [];
  for (let i = 0; i < folders; i += 1) {
    created.push(await person.api.folders.create({ name: `Seeded ${i}`, parentId: null }));
  }
  const rows = created.flatMap(({ id: parent_id }) =>
    Array.from({ length: filesInEach }, (_, i) => {
      const [id, versionId, name] = [uuidv7(), uuidv7(), `seeded ${i}.txt`];
      // Another order by each key.
      const times = { created_at: entry.created_at + i, modified_at: entry.modified_at + ((i * 31) % filesInEach) };
      const keys = {
        sort_name: naturalKey(name),
        sort_size: (i * 7919) % filesInEach,
        sort_kind: `kind ${i % 3}`,
      };
      return {
        entry: {
          ...entry,
          ...times,
          ...keys,
          id,
          parent_id,
          name,
          name_key: nameKey(name),
          current_version: versionId,
        },
        version: { ...version, id: versionId, entry_id: id },
      };
    }),
  );
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce);
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('entries')
        .values(some.map((row) => row.entry))
        .execute();
      await trx
        .insertInto('versions')
        .values(some.map((row) => row.version))
        .execute();
    });
  }
  await db.transaction().execute(rebuildContents);
  await close();
  return created;
}
