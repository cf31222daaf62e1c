import type { Kysely } from 'kysely';
import { groupsOf } from '#server/database/row-groups.ts';
import { preparedOfIds } from '#server/database/statements/prepared.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';

/** Entries whose ancestors one statement reads, up to `maxFolderDepth` of each: more would block the event loop. */
export const linesAtOnce = 25;

/** A folder on the path from the top of a scope to an entry. */
export type AncestorFolder = { id: string; name: string };

type Ancestor = AncestorFolder & { kind: 'folder' | 'file'; parent_id: string | null; trashed_at: number | null };

/** Some entries of an account, and all folders above them, by id. */
export type Ancestors = Map<string, Ancestor>;

/**
 * For each id, its path from the top of the scope, itself last. An id is missing if the entry does not exist, is outside
 * the scope, or if it or a folder above it is in Trash.
 */
export async function liveAncestors(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Ancestor[]>> {
  const ancestors = await readAncestors(db, scope, ids);
  return linesOf(ids, (id) => liveLine(ancestors, scope, id));
}

/** The same, including what is in Trash. */
export async function allAncestors(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Ancestor[]>> {
  const ancestors = await readAncestors(db, scope, ids);
  return linesOf(ids, (id) => confine(scope, lineTo(ancestors, id)));
}

/**
 * The path from the top of the scope to a live folder, itself last; null is the top itself, and the path to Root is
 * empty. Throws folder-not-found.
 */
export async function ancestorsOfFolder(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
): Promise<AncestorFolder[]> {
  const id = folderId ?? scope.root;
  return lineOfFolder(await readAncestors(db, scope, id === null ? [] : [id]), scope, id);
}

/** The same among ancestors that were read, where null is Root. */
export function lineOfFolder(ancestors: Ancestors, scope: Scope, id: string | null): AncestorFolder[] {
  if (id === null) return [];
  const line = liveLine(ancestors, scope, id);
  if (line?.at(-1)?.kind !== 'folder') throw new KeepsakeError('folder-not-found');
  return line.map((folder) => ({ id: folder.id, name: folder.name }));
}

/** The path to an entry among ancestors that were read: see `liveAncestors`. */
export function liveLine(ancestors: Ancestors, scope: Scope, id: string): Ancestor[] | undefined {
  const line = lineTo(ancestors, id);
  return line.some(({ trashed_at }) => trashed_at !== null) ? undefined : confine(scope, line);
}

/** How many folders are above the top of the scope. */
export async function depthOfTop(db: Kysely<Tables>, scope: Scope): Promise<number> {
  if (scope.root === null) return 0;
  return lineTo(await readAncestors(db, scope, [scope.root]), scope.root).length - 1;
}

/** The folder at the end of `ancestorsOfFolder`; null for Root. */
export function lastOf(line: readonly AncestorFolder[]): string | null {
  return line.at(-1)?.id ?? null;
}

/** Of more than a few entries, first they themselves are read, since many of them are in the same folder. */
export async function readAncestors(
  db: Kysely<Tables>,
  { account }: Scope,
  ids: readonly string[],
): Promise<Ancestors> {
  const ancestors: Ancestors = new Map();
  let ends = ids;
  if (ids.length > linesAtOnce) {
    for (const group of groupsOf(ids)) add(await selectOwn(db, account, group).execute());
    ends = [...new Set([...ancestors.values()].flatMap((row) => row.parent_id ?? []))];
  }
  for (const group of groupsOf(ends, linesAtOnce)) {
    const unknown = group.filter((id) => !ancestors.has(id));
    if (unknown.length > 0) add(await rowsToTop(db, account, unknown));
  }
  return ancestors;

  function add(rows: readonly Ancestor[]): void {
    for (const row of rows) ancestors.set(row.id, row);
  }
}

function selectOwn(db: Pick<Kysely<Tables>, 'selectFrom'>, account: string, ids: readonly string[]) {
  return db
    .selectFrom('entries')
    .select(['id', 'name', 'parent_id', 'kind', 'trashed_at'])
    .where('account', '=', account)
    .where('id', 'in', ids);
}

const rowsToTop = preparedOfIds((db, account, ids) =>
  db
    .withRecursive('line', (cte) =>
      selectOwn(cte, account, ids).union(
        cte
          .selectFrom('line')
          .innerJoin('entries as above', 'above.id', 'line.parent_id')
          .select(['above.id', 'above.name', 'above.parent_id', 'above.kind', 'above.trashed_at'])
          .where('above.account', '=', account),
      ),
    )
    .selectFrom('line')
    .selectAll(),
);

/**
 * Empty for what does not exist, or is in a folder that was purged while its ancestors were read. Throws when a folder is inside
 * itself, which `doctor` tells and no call makes: it would never end.
 */
function lineTo(ancestors: Ancestors, id: string): Ancestor[] {
  const line: Ancestor[] = [];
  for (
    let row = ancestors.get(id);
    row !== undefined;
    row = row.parent_id === null ? undefined : ancestors.get(row.parent_id)
  ) {
    if (line.length === ancestors.size) throw new Error(`The folder ${row.id} is inside itself`);
    line.push(row);
  }
  return line.at(-1)?.parent_id ? [] : line.toReversed();
}

/** In a scope below Root, only a path through its root remains, and it begins there. */
function confine({ root }: Scope, line: Ancestor[]): Ancestor[] | undefined {
  const top = root === null ? 0 : line.findIndex(({ id }) => id === root);
  return line.length === 0 || top === -1 ? undefined : line.slice(top);
}

function linesOf(ids: readonly string[], lineOf: (id: string) => Ancestor[] | undefined): Map<string, Ancestor[]> {
  const lines = new Map<string, Ancestor[]>();
  for (const id of ids) {
    const line = lineOf(id);
    if (line !== undefined) lines.set(id, line);
  }
  return lines;
}
