import { expect, test } from 'vitest';
import { addContents, findWrongContents, rebuildContents, rootId, trashId } from '#server/database/folder-contents.ts';
import type { Database } from '#server/database/open.ts';
import { bothEngines } from './both-engines.ts';

const [outer, inner, file] = ['outer', 'inner', 'file'];

test.each(bothEngines)(
  'what folders and Trash hold is added up by rows and by changes, on $engine',
  async ({ open }) => {
    const { db } = await open();
    await db
      .insertInto('accounts')
      .values({ user_id: 'ada', revision: 0, used_bytes: 0, reserved_bytes: 0, used_entries: 0 })
      .execute();
    await insert(db, { id: outer, parent_id: null, trashed_at: 5 });
    await insert(db, { id: inner, parent_id: outer });
    await insert(db, { id: file, parent_id: inner, kind: 'file', sort_size: 70 });
    await insert(db, { id: 'alone', parent_id: inner, kind: 'file', sort_size: 7, trashed_at: 6 });
    await insert(db, { id: 'purged', parent_id: null, kind: 'file', sort_size: 900, trashed_at: 0 });
    await rebuildContents(db);
    expect(await contents(db)).toEqual({
      [inner]: [0, 1, 70],
      [outer]: [1, 1, 70],
      [trashId]: [1, 1, 77],
    });

    // Something came into a folder in Trash by the time it got there, and something into Root.
    await insert(db, { id: 'late', parent_id: inner, kind: 'file', sort_size: 3 });
    await insert(db, { id: 'live', parent_id: null });
    const gains = { [inner]: { folders: 0, files: 1, bytes: 3 }, [rootId]: { folders: 1, files: 0, bytes: 0 } };
    await db.transaction().execute((trx) => addContents(trx, 'ada', new Map(Object.entries(gains))));
    expect(await contents(db)).toEqual({
      [rootId]: [1, 0, 0],
      [inner]: [0, 2, 73],
      [outer]: [1, 2, 73],
      [trashId]: [1, 1, 80],
    });
    expect(await findWrongContents(db)).toEqual([]);
  },
);

const nothingElse = {
  account: 'ada',
  created_at: 0,
  modified_at: 0,
  current_version: null,
  starred_at: null,
  content_at: null,
  sort_kind: '',
};

async function contents(db: Database) {
  const rows = await db.selectFrom('folder_contents').selectAll().execute();
  return Object.fromEntries(rows.map(({ folder_id, folders, files, bytes }) => [folder_id, [folders, files, bytes]]));
}

async function insert(
  db: Database,
  entry: {
    id: string;
    parent_id: string | null;
    kind?: 'folder' | 'file';
    sort_size?: number;
    trashed_at?: number;
  },
): Promise<void> {
  const { id, kind = 'folder', sort_size = 0, trashed_at = null } = entry;
  await db
    .insertInto('entries')
    .values({
      ...entry,
      ...nothingElse,
      kind,
      sort_size,
      trashed_at,
      name: id,
      name_key: id,
      sort_name: id,
    })
    .execute();
}
