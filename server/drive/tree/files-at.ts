import { type Kysely, sql } from 'kysely';
import { nameKey } from '#contract/names/names.ts';
import { together } from '#server/database/statements/together.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { required } from '#server/errors/required.ts';
import type { Scope } from '../access/scope.ts';
import { liveAncestors } from './ancestors.ts';

/** Where a file is to be stored. */
export type FilePlace = {
  /** Null is the top of the scope. */
  folderId: string | null;
  name: string;
  /** The generation that the file there must have, 0 for "no such file"; null for any. */
  ifGeneration: number | null;
};

/** The file at a place with the generation of its newest version, and its current one and that one's size; undefined if there is none. */
export type FileThere = { id: string; generation: number; versionId: string | null; size: number } | undefined;

type Named = { id: string; kind: 'folder' | 'file'; versionId: string | null; size: number };

/**
 * What is at each place, in their order: the file, or the error that prevents one there (folder-not-found, name-taken by
 * a folder, generation-mismatch). A few statements, however many places there are.
 */
export async function filesAt(
  db: Kysely<Tables>,
  scope: Scope,
  places: readonly FilePlace[],
): Promise<(FileThere | KeepsakeError)[]> {
  const inScope = places.map((place) => ({ ...place, folderId: place.folderId ?? scope.root }));
  const folderIds = [...new Set(inScope.map(({ folderId }) => folderId))];
  const [lines, named] = await together([
    liveAncestors(
      db,
      scope,
      folderIds.filter((id) => id !== null),
    ),
    namedEntries(db, scope, inScope),
  ]);
  const isFolder = (id: string | null) => id === null || lines.get(id)?.at(-1)?.kind === 'folder';
  const newest = await newestGenerations(
    db,
    [...named.values()].filter(({ kind }) => kind === 'file').map(({ id }) => id),
  );
  return inScope.map((place) => {
    if (!isFolder(place.folderId)) return new KeepsakeError('folder-not-found');
    const taken = named.get(placeKey(place));
    if (taken?.kind === 'folder') return new KeepsakeError('name-taken');
    const generation = taken === undefined ? 0 : required(newest.get(taken.id), 'newest generation of a file');
    if (place.ifGeneration !== null && place.ifGeneration !== generation)
      return new KeepsakeError('generation-mismatch');
    return taken && { id: taken.id, generation, versionId: taken.versionId, size: taken.size };
  });
}

/** What is at one place. Throws folder-not-found, name-taken (by a folder), generation-mismatch. */
export async function fileAt(db: Kysely<Tables>, scope: Scope, place: FilePlace): Promise<FileThere> {
  const [there] = await filesAt(db, scope, [place]);
  if (there instanceof KeepsakeError) throw there;
  return there;
}

/** Two places with the same key are the same place. */
export function placeKey({ folderId, name }: Pick<FilePlace, 'folderId' | 'name'>): string {
  return `${folderId ?? ''}/${nameKey(name)}`;
}

/** The live entries that hold the names, by place. */
async function namedEntries(
  db: Kysely<Tables>,
  scope: Scope,
  places: readonly FilePlace[],
): Promise<Map<string, Named>> {
  const found = new Map<string, Named>();
  for (const [folderId, inFolder] of Map.groupBy(places, (place) => place.folderId ?? '')) {
    const rows = await db
      .selectFrom('entries')
      .select(['id', 'kind', 'name_key', 'current_version', 'sort_size'])
      .where('account', '=', scope.account)
      // The expression of the index of live names.
      .where(sql<string>`coalesce(parent_id, '')`, '=', folderId)
      .where(
        'name_key',
        'in',
        inFolder.map(({ name }) => nameKey(name)),
      )
      .where('trashed_at', 'is', null)
      .execute();
    for (const { id, kind, name_key, current_version: versionId, sort_size: size } of rows)
      found.set(`${folderId}/${name_key}`, { id, kind, versionId, size });
  }
  return found;
}

async function newestGenerations(db: Kysely<Tables>, fileIds: readonly string[]): Promise<Map<string, number>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('versions')
    .select(['entry_id', (eb) => eb.fn.max('generation').as('newest')])
    .where('entry_id', 'in', fileIds)
    .groupBy('entry_id')
    .execute();
  return new Map(rows.map(({ entry_id, newest }) => [entry_id, newest]));
}
