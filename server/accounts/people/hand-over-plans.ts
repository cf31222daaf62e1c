import { type Kysely, sql, type Transaction } from 'kysely';
import type { Person } from '#contract/records/people.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { personName } from '../profile/person-name.ts';
import { holdWaiting } from './waiting.ts';

type HandOver = NonNullable<Person['handOver']>;

type Plan = { account: string; recipient: string; at: number };

/**
 * Notes within a transaction who gets the files of an account that waits to be deleted. Of one whose time is over only the recipient
 * of a hand-over that did not end is replaced. Returns false if it was noted before. Throws account-closing.
 */
export async function planHandOver(trx: Transaction<Tables>, { account, recipient, at }: Plan): Promise<boolean> {
  const isWaiting = await holdWaiting(trx, account, at);
  const planned = trx.selectFrom('hand_overs').select(['recipient', 'done_at']).where('account', '=', account);
  const before = await planned.executeTakeFirst();
  if (before?.recipient === recipient) return false;
  if (before === undefined && !isWaiting) throw new KeepsakeError('account-closing');
  const plan = { recipient, planned_at: at, folder_id: null, problem: null };
  const noted = await trx
    .insertInto('hand_overs')
    .values({ account, ...plan, done_at: null })
    .onConflict((oc) => oc.column('account').doUpdateSet(plan).where('hand_overs.done_at', 'is', null))
    .executeTakeFirst();
  if (noted.numInsertedOrUpdatedRows === 0n) throw new KeepsakeError('account-closing');
  return true;
}

/** Takes back within a transaction what was planned. Returns whether something was. Throws account-closing when it was done. */
export async function takeBackHandOver(trx: Transaction<Tables>, account: string): Promise<boolean> {
  const planned = trx.deleteFrom('hand_overs').where('account', '=', account).where('done_at', 'is', null);
  if ((await planned.executeTakeFirst()).numDeletedRows > 0n) return true;
  const done = trx.selectFrom('hand_overs').select('account').where('account', '=', account);
  if ((await done.executeTakeFirst()) !== undefined) throw new KeepsakeError('account-closing');
  return false;
}

/** What becomes of the files of some accounts that will be deleted. */
export async function handOversOf(db: Kysely<Tables>, accounts: readonly string[]): Promise<Map<string, HandOver>> {
  if (accounts.length === 0) return new Map();
  const rows = await db
    .selectFrom('hand_overs')
    .leftJoin(sql<{ id: string; name: string; email: string }>`"user"`.as('u'), 'u.id', 'hand_overs.recipient')
    .leftJoin('profiles', 'profiles.account', 'hand_overs.recipient')
    .leftJoin('people', 'people.account', 'hand_overs.recipient')
    .select(['hand_overs.account', 'hand_overs.problem', 'u.id', 'u.email', 'people.state', personName.as('name')])
    .where('hand_overs.account', 'in', accounts)
    .execute();
  return new Map(
    rows.map(({ account, id, email, name, state, problem }): [string, HandOver] => {
      if (id === null || email === null) return [account, { to: null, problem: 'recipient-gone' }];
      const isGone = (state ?? 'active') !== 'active';
      return [account, { to: { id, email, name: name ?? email }, problem: isGone ? 'recipient-gone' : problem }];
    }),
  );
}
