import type { Transaction } from 'kysely';
import type { Person } from '#contract/records/people.ts';
import type { Database } from '#server/database/open.ts';
import type { HandOverRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import type { AccountEvents } from '../events/account-events.ts';
import { readPerson } from './people-list.ts';

/** Another recipient was named meanwhile, or none, or theirs may not be used any more. */
export class HandOverChanged extends Error {}

/** A hand-over that was begun. */
export type BegunHandOver = Pick<HandOverRow, 'folder_id' | 'done_at'> & {
  from: Person;
  /** Undefined while nobody can get it. */
  to: { id: string } | undefined;
};

export type HandOvers = ReturnType<typeof createHandOvers>;

type Deps = { db: Database; events: Pick<AccountEvents, 'record' | 'tell'>; now: () => number };

/** Who gets the files of accounts that are to be deleted now, and how far that got. */
export function createHandOvers({ db, events, now }: Deps) {
  return {
    /** Undefined where nothing is to be handed over. */
    async begin(account: string): Promise<BegunHandOver | undefined> {
      const row = await db
        .selectFrom('hand_overs')
        .select(['folder_id', 'done_at'])
        .where('account', '=', account)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const from = await readPerson(db, { id: account });
      return { ...row, from, to: recipientOf(from) };
    },

    /** To be called now and then while it goes on. Throws HandOverChanged. */
    async check({ from: { id }, to }: BegunHandOver): Promise<void> {
      if (recipientOf(await readPerson(db, { id }))?.id !== to?.id) throw new HandOverChanged();
    },

    /** Notes the folder that the files go to, in the transaction that makes it: another node may have made one. Throws HandOverChanged. */
    async noteFolder(trx: Transaction<Tables>, begun: BegunHandOver, folderId: string): Promise<void> {
      await change(trx, begun, { folder_id: folderId }, begun.folder_id);
    },

    /** Notes why it could not end. Returns whether that is new. */
    async failed({ from: { id } }: BegunHandOver, problem: HandOverRow['problem']): Promise<boolean> {
      const noted = await db
        .updateTable('hand_overs')
        .set({ problem })
        .where('account', '=', id)
        .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', '!=', problem)]))
        .executeTakeFirst();
      return noted.numUpdatedRows > 0n;
    },

    /** Notes that all is there, and tells the recipient. `unread`: files whose bytes are damaged. Throws HandOverChanged. */
    async done(begun: BegunHandOver, { folder, unread }: { folder: string; unread: number }): Promise<void> {
      const client = { address: null, userAgent: null };
      const account = begun.to?.id ?? '';
      const event = { account, kind: 'files-handed-over', client, subject: folder, unread } as const;
      await db.transaction().execute(async (trx) => {
        await change(trx, begun, { done_at: now(), problem: null });
        await events.record(event, trx);
      });
      await events.tell(event);
    },
  };

  async function change(
    trx: Transaction<Tables>,
    { from, to }: BegunHandOver,
    values: Partial<HandOverRow>,
    folderBefore?: string | null,
  ): Promise<void> {
    const changed = await trx
      .updateTable('hand_overs')
      .set(values)
      .where('account', '=', from.id)
      .where('recipient', '=', to?.id ?? '')
      .where('done_at', 'is', null)
      .$if(folderBefore !== undefined, (rows) =>
        rows.where('folder_id', folderBefore === null ? 'is' : '=', folderBefore ?? null),
      )
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new HandOverChanged();
  }
}

/** Nobody gets what was promised to an account that is deleted: to be called in the transaction that does so. */
export async function forgetRecipient(trx: Transaction<Tables>, account: string): Promise<void> {
  const promised = trx.updateTable('hand_overs').where('recipient', '=', account);
  await promised.set({ recipient: null, folder_id: null }).execute();
}

function recipientOf({ handOver }: Person): { id: string } | undefined {
  return handOver === null || handOver.to === null || handOver.problem === 'recipient-gone' ? undefined : handOver.to;
}
