import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { nameKey } from '#contract/names.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';

type NewEntry = { kind: 'folder' | 'file'; name: string; parentId: string | null; at: number };

/** Puts a new folder, or a file that has no content yet, into the tree. Returns its id. */
export async function insertEntry(
  trx: Transaction<Tables>,
  actor: Actor,
  { kind, name, parentId, at }: NewEntry,
): Promise<string> {
  const id = uuidv7();
  await trx
    .insertInto('entries')
    .values({
      id,
      account: actor.account,
      parent_id: parentId,
      kind,
      name,
      name_key: nameKey(name),
      created_at: at,
      modified_at: at,
      trashed_at: null,
      current_version: null,
    })
    .execute();
  return id;
}
