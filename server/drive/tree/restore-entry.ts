import { nameKey } from '#contract/names.ts';
import type { Actor } from '#server/accounts/principal.ts';
import { DriveError } from '#server/errors/keepsake-error.ts';
import type { Write } from '../changes/changes.ts';
import { lineages } from './ancestors.ts';
import { freeName } from './free-name.ts';
import { goneAt } from './purging.ts';

/** What a restored thing is called when its name is taken meanwhile: `name (restored)`. */
const restoredWord = 'restored';

/**
 * Takes an entry out of Trash: to where it was, or to Root when that folder is gone or in Trash itself. It gets another
 * name when its own is taken there. Throws not-in-trash.
 */
export async function restoreEntry({ trx, changed }: Write, actor: Actor, id: string): Promise<void> {
  const row = await trx
    .selectFrom('entries')
    .select(['name', 'kind', 'parent_id'])
    .where('id', '=', id)
    .where('account', '=', actor.account)
    .where('trashed_at', '>', goneAt)
    .executeTakeFirst();
  if (row === undefined) throw new DriveError('not-in-trash');
  const { parent_id: was } = row;
  const home = was !== null && (await lineages(trx, actor, [was])).has(was) ? was : null;
  const name = await freeName(trx, actor, home, row, restoredWord);
  await trx
    .updateTable('entries')
    .set({ trashed_at: null, parent_id: home, name, name_key: nameKey(name) })
    .where('id', '=', id)
    .where('account', '=', actor.account)
    .execute();
  changed(id);
}
