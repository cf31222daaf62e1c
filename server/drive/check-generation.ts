import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { DriveError } from './drive-error.ts';
import { findByName } from './records.ts';

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
  const entry = await findByName(trx, actor, folderId, name);
  const file =
    entry &&
    (await trx
      .selectFrom('entries')
      .innerJoin('versions', 'versions.id', 'entries.current_version')
      .select('versions.generation')
      .where('entries.id', '=', entry.id)
      .where('entries.account', '=', actor.account)
      .executeTakeFirst());
  if ((file?.generation ?? 0) !== expected) throw new DriveError('generation-mismatch');
}
