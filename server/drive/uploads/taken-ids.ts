import type { Write } from '../changes/transactions.ts';

/** Those of the ids that an upload of any account has or had: clients choose them, and send again what was not answered. */
export async function takenIds({ trx }: Write, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('finished_uploads')
    .select('id')
    .where('id', 'in', ids)
    .union(trx.selectFrom('uploads').select('id').where('id', 'in', ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
