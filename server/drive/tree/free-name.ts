import { type Kysely, sql } from 'kysely';
import { nameVariant } from '#contract/names/name-variants.ts';
import { nameKey } from '#contract/names/names.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';

/** Names that one statement looks up. */
const triedAtOnce = 100;

type Wanted = { name: string; kind: 'folder' | 'file' };

/** The first variant of a name (`nameVariant`) that is free in a folder, in a transaction that holds the account. */
export function freeName(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
  wanted: Wanted,
  word: string,
): Promise<string> {
  return firstFree(db, scope, folderId, (n) => nameVariant(wanted, word, n));
}

/** The same with a number: `name (2).txt`, `name (3).txt` … */
export function freeNumberedName(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
  wanted: Wanted,
): Promise<string> {
  return firstFree(db, scope, folderId, (n) => (n === 0 ? wanted.name : nameVariant(wanted, String(n + 1), 1)));
}

async function firstFree(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
  variant: (n: number) => string,
): Promise<string> {
  for (let first = 0; ; first += triedAtOnce) {
    const names = Array.from({ length: triedAtOnce }, (_, i) => variant(first + i));
    const rows = await db
      .selectFrom('entries')
      .select('name_key')
      .where('account', '=', scope.account)
      // The expression of the index of live names.
      .where(sql<string>`coalesce(parent_id, '')`, '=', folderId ?? '')
      .where('name_key', 'in', names.map(nameKey))
      .where('trashed_at', 'is', null)
      .execute();
    const taken = new Set(rows.map(({ name_key }) => name_key));
    const free = names.find((name) => !taken.has(nameKey(name)));
    if (free !== undefined) return free;
  }
}
