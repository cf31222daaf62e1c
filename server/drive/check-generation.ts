import type { Kysely } from 'kysely';
import { nameKey } from '#contract/names.ts';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { DriveError } from './drive-error.ts';

/**
 * Throws generation-mismatch unless the file of that name in the folder has the expected generation; 0 stands for "no
 * such file", null for "any will do". Two writers can not overwrite each other unseen when this runs inside the
 * transaction that writes.
 */
export async function checkGeneration(
  trx: Kysely<Tables>,
  actor: Actor,
  { folderId, name }: { folderId: string | null; name: string },
  expected: number | null,
): Promise<void> {
  if (expected === null) return;
  const file = await trx
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select('versions.generation')
    .where('entries.account', '=', actor.account)
    .where('entries.parent_id', folderId === null ? 'is' : '=', folderId)
    .where('entries.name_key', '=', nameKey(name))
    .where('entries.trashed_at', 'is', null)
    .executeTakeFirst();
  if ((file?.generation ?? 0) !== expected) throw new DriveError('generation-mismatch');
}
