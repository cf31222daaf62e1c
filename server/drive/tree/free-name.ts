import { type Kysely, sql } from 'kysely';
import { nameVariants } from '#contract/names/name-variants.ts';
import { nameKey } from '#contract/names/names.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';

/** Names that one statement looks up. */
const triedAtOnce = 100;

type Wanted = { name: string; kind: 'folder' | 'file' };

/** The first variant of a name (`nameVariants`) that is free in a folder, in a transaction that holds the account. */
export function freeName(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
  wanted: Wanted,
  word: string,
): Promise<string> {
  const variant = nameVariants(wanted);
  return firstFree(db, scope, folderId, (n) => variant(word, n));
}

/** The same with a number: `name (2).txt`, `name (3).txt` … */
export function freeNumberedName(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
  wanted: Wanted,
): Promise<string> {
  return firstFree(db, scope, folderId, numbered(wanted));
}

/** The same for a folder that may be there already: the first such name that no file has. */
export function numberedFolderName(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
  name: string,
): Promise<string> {
  return firstFree(db, scope, folderId, numbered({ name, kind: 'folder' }), ['file']);
}

function numbered(wanted: Wanted): (n: number) => string {
  const variant = nameVariants(wanted);
  return (n) => (n === 0 ? wanted.name : variant(String(n + 1), 1));
}

/**
 * However many are taken, few statements find one: blocks of numbers are tried at distances that double, then those between. Where
 * numbers in the middle are free again, it may be a later one than the first.
 */
async function firstFree(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
  variant: (n: number) => string,
  takenBy: readonly Wanted['kind'][] = ['folder', 'file'],
): Promise<string> {
  let taken = -1;
  let block = 0;
  let free = await freeIn(block);
  while (free === undefined) {
    taken = block;
    block = block * 2 + 1;
    free = await freeIn(block);
  }
  while (block - taken > 1) {
    const middle = Math.floor((block + taken) / 2);
    const found = await freeIn(middle);
    if (found === undefined) taken = middle;
    else [block, free] = [middle, found];
  }
  return free;

  async function freeIn(at: number): Promise<string | undefined> {
    const names = Array.from({ length: triedAtOnce }, (_, i) => variant(at * triedAtOnce + i));
    const rows = await db
      .selectFrom('entries')
      .select(['name_key', 'kind'])
      .where('account', '=', scope.account)
      // The expression of the index of live names.
      .where(sql<string>`coalesce(parent_id, '')`, '=', folderId ?? '')
      .where('name_key', 'in', names.map(nameKey))
      .where('trashed_at', 'is', null)
      .execute();
    const there = new Set(rows.filter(({ kind }) => takenBy.includes(kind)).map(({ name_key }) => name_key));
    return names.find((name) => !there.has(nameKey(name)));
  }
}
