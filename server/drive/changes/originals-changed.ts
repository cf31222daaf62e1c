import type { Kysely } from 'kysely';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from './transactions.ts';

/** The copies by their originals, the one at the top first, and the account's revision before them. */
type Copied = { copies: ReadonlyMap<string, string>; revision: number };

/**
 * Whether an original is another one than was copied, or something came into one, after a revision. What else is recorded of
 * originals, such as what was read in a picture, belongs to their bytes, which the copies share.
 */
export async function haveOriginalsChanged(
  { trx }: Write,
  { account }: Scope,
  { copies, revision }: Copied,
): Promise<boolean> {
  const ofAccount = trx.selectFrom('changes').select(['entry_id', 'revision']).where('account', '=', account);
  for (let last = revision; ; ) {
    const page = await ofAccount.where('revision', '>', last).orderBy('revision').limit(rowsAtOnce).execute();
    const ids = [...new Set(page.map(({ entry_id }) => entry_id))];
    if (ids.length > 0 && (await isOtherThanCopied(trx, ids, copies))) return true;
    if (page.length < rowsAtOnce) return false;
    last = page.at(-1)?.revision ?? last;
  }
}

async function isOtherThanCopied(
  trx: Kysely<Tables>,
  changed: readonly string[],
  copies: Copied['copies'],
): Promise<boolean> {
  const [top] = copies.keys();
  const originals = changed.filter((id) => copies.has(id));
  const rows = await rowsOf(trx, [...changed, ...originals.flatMap((id) => copies.get(id) ?? [])]);
  if (changed.some((id) => !copies.has(id) && copies.has(rows.get(id)?.parent_id ?? ''))) return true;
  return originals.some((id) => {
    const [original, copy] = [rows.get(id), rows.get(copies.get(id) ?? '')];
    if (original === undefined || original.trashed_at !== null) return true;
    if (original.blob_id !== copy?.blob_id) return true;
    // The place and the name of the first copy are its own.
    return id !== top && (original.name !== copy?.name || copies.get(original.parent_id ?? '') !== copy.parent_id);
  });
}

async function rowsOf(trx: Kysely<Tables>, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('entries')
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .select(['entries.id', 'entries.parent_id', 'entries.name', 'entries.trashed_at', 'versions.blob_id'])
    .where('entries.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
