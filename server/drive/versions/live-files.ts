import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import { liveAncestors } from '../tree/ancestors.ts';

/** A live file with its current version, whose number is the highest that the file ever had. */
export type LiveFile = {
  id: string;
  name: string;
  folderId: string | null;
  versionId: string;
  generation: number;
  size: number;
  modifiedAt: number;
};

/** The file. Throws object-not-found if it is absent, of another account or in Trash. */
export async function readLiveFile(db: Kysely<Tables>, scope: Scope, id: string): Promise<LiveFile> {
  const [file] = await readLiveFiles(db, scope, [id]);
  return required(file, 'live file');
}

/** The files in the order of their ids. Throws object-not-found if one is absent, of another account or in Trash. */
export async function readLiveFiles(db: Kysely<Tables>, scope: Scope, ids: readonly string[]): Promise<LiveFile[]> {
  const lines = await liveAncestors(db, scope, ids);
  const rows = await db
    .selectFrom('entries')
    .innerJoin('versions', 'versions.id', 'entries.current_version')
    .select(['entries.id', 'entries.name', 'entries.parent_id as folderId', 'entries.modified_at as modifiedAt'])
    .select(['versions.id as versionId', 'versions.generation', 'versions.size'])
    .where('entries.account', '=', scope.account)
    .where('entries.id', 'in', ids)
    .execute();
  const files = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const file = files.get(id);
    if (file === undefined || !lines.has(id)) throw new KeepsakeError('object-not-found');
    return file;
  });
}
