import { type Kysely, sql } from 'kysely';
import { nameVariant } from '#contract/name-variants.ts';
import { nameKey } from '#contract/names.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';

/** Names that one statement looks up. */
const triedAtOnce = 100;

/** The first variant of a name (`nameVariant`) that is free in a folder, in a transaction that holds the account. */
export async function freeName(
  db: Kysely<Tables>,
  scope: Scope,
  folderId: string | null,
  wanted: { name: string; kind: 'folder' | 'file' },
  word: string,
): Promise<string> {
  for (let first = 0; ; first += triedAtOnce) {
    const names = Array.from({ length: triedAtOnce }, (_, i) => nameVariant(wanted, word, first + i));
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
