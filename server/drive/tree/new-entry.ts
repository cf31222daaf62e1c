import type { Insertable } from 'kysely';
import { nameKey } from '#contract/names/names.ts';
import { naturalKey } from '#contract/names/natural-order.ts';
import { newId } from '#server/database/new-id.ts';
import type { EntryRow } from '#server/database/tables/drive-rows.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';

type NewEntry = { kind: 'folder' | 'file'; name: string; parentId: string | null; at: number };

/** Inserts a new folder and returns its id. One that its transaction does not look at is inserted `atEnd`, which saves a way to the engine. */
export async function insertFolder(
  { trx, counted, gained, atEnd }: Write,
  scope: Scope,
  folder: Omit<NewEntry, 'kind'>,
  when: 'now' | 'atEnd' = 'now',
): Promise<string> {
  const row = entryRow(scope, { ...folder, id: newId(), kind: 'folder' });
  const insert = () => trx.insertInto('entries').values(row).execute();
  if (when === 'atEnd') atEnd(insert);
  else await insert();
  counted(1);
  gained(row.parent_id ?? null, { folders: 1, files: 0, bytes: 0 });
  return row.id;
}

/** The row of a new folder, or of a file that has no content yet. */
export function entryRow(
  scope: Scope,
  { id, kind, name, parentId, at }: NewEntry & { id: string },
): Insertable<EntryRow> {
  return {
    id,
    account: scope.account,
    parent_id: parentId,
    kind,
    ...nameColumns(name),
    created_at: at,
    modified_at: at,
    trashed_at: null,
    current_version: null,
    sort_size: 0,
    sort_kind: '',
    starred_at: null,
    content_at: null,
    taken_at: null,
  };
}

/** What a row of an entry has of its name. */
export function nameColumns(name: string) {
  return { name, name_key: nameKey(name), sort_name: naturalKey(name) };
}
