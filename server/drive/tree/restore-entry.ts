import { nameKey } from '#contract/names.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Scope } from '../access/scope.ts';
import type { Write } from '../changes/transactions.ts';
import { allAncestors, liveAncestors } from './ancestors.ts';
import { freeName } from './free-name.ts';
import { purging } from './purging.ts';

/** What a restored thing is called when its name is taken meanwhile: `name (restored)`. */
const restoredWord = 'restored';

/**
 * Takes an entry out of Trash: to where it was, or to Root when that folder is gone or in Trash itself. It gets another
 * name when its own is taken there. Throws not-in-trash.
 */
export async function restoreEntry({ trx, changed }: Write, scope: Scope, id: string): Promise<void> {
  const row = await trx
    .selectFrom('entries')
    .select(['name', 'kind', 'parent_id'])
    .where('id', '=', id)
    .where('account', '=', scope.account)
    .where('trashed_at', '>', purging)
    .executeTakeFirst();
  if (row === undefined || !(await allAncestors(trx, scope, [id])).has(id)) throw new KeepsakeError('not-in-trash');
  const { parent_id: was } = row;
  const home = was !== null && (await liveAncestors(trx, scope, [was])).has(was) ? was : scope.root;
  const name = await freeName(trx, scope, home, row, restoredWord);
  await trx
    .updateTable('entries')
    .set({ trashed_at: null, parent_id: home, name, name_key: nameKey(name) })
    .where('id', '=', id)
    .where('account', '=', scope.account)
    .execute();
  changed(id);
}
