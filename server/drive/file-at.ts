import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { lineageOfFolder } from './ancestors.ts';
import { DriveError } from './drive-error.ts';
import { findByName } from './records.ts';

/** Where a file is to be kept. */
export type FilePlace = {
  /** Null is Root. */
  folderId: string | null;
  name: string;
  /** The generation that the file there has to have, 0 for "no such file"; null when any will do. */
  ifGeneration: number | null;
};

/**
 * The file of that name with the generation of its newest content, undefined when there is none. Throws
 * folder-not-found, name-taken (by a folder), generation-mismatch.
 */
export async function fileAt(
  db: Kysely<Tables>,
  actor: Actor,
  { folderId, name, ifGeneration }: FilePlace,
): Promise<{ id: string; generation: number } | undefined> {
  await lineageOfFolder(db, actor, folderId);
  const taken = await findByName(db, actor, folderId, name);
  if (taken?.kind === 'folder') throw new DriveError('name-taken');
  const generation = taken === undefined ? 0 : await newestGeneration(db, taken.id);
  if (ifGeneration !== null && ifGeneration !== generation) throw new DriveError('generation-mismatch');
  return taken && { id: taken.id, generation };
}

async function newestGeneration(db: Kysely<Tables>, fileId: string): Promise<number> {
  const { newest } = await db
    .selectFrom('versions')
    .select((eb) => eb.fn.max('generation').as('newest'))
    .where('entry_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}
