import type { BetterAuthOptions } from 'better-auth';
import { getAdapter } from 'better-auth/db/adapter';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { isOnServer } from '#server/database/long-transaction.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { AddressChanges } from '../address/address-changes.ts';
import { holdAccount } from '../hold-access.ts';
import { endSessionsAndLinks } from '../sessions/end-sessions.ts';
import { removeTwoStep } from '../two-step/remove-two-step.ts';

type Deps = {
  forAuth: OpenDatabase['forAuth'];
  options: BetterAuthOptions;
  addresses: Pick<AddressChanges, 'isReserved'>;
  /** Ends what a new password ends besides sessions and links. */
  endAccess: (trx: Transaction<Tables>, account: string) => Promise<void>;
};

export type VouchedPeople = ReturnType<typeof createVouchedPeople>;

/** Accounts of people whose email address somebody else has verified, by the rows of better-auth. All within a transaction. */
export function createVouchedPeople({ forAuth, options, addresses, endAccess }: Deps) {
  const rowsOf = (trx: Transaction<Tables>) =>
    getAdapter({ ...options, database: { ...forAuth, db: trx, transaction: false } });

  return {
    /**
     * The account with an address in lower case, and whether its address is verified, which then stays so until the transaction ends:
     * a password was reset by a mail to it, or a provider vouched for it.
     */
    async withAddress(
      trx: Transaction<Tables>,
      address: string,
    ): Promise<{ account: string; isVerified: boolean } | undefined> {
      const found = await readUser(trx, address);
      if (found === undefined) return undefined;
      // First: whoever takes an address back holds the account before this row.
      await holdAccount(trx, found.id);
      const held = await readUser(trx, address, isOnServer(trx) ? sql`for update` : sql``);
      return held && { account: held.id, isVerified: Boolean(held.emailVerified) };
    },

    /** A new account with that address and no password. Returns its id. Throws address-taken while another account can take it back. */
    async create(trx: Transaction<Tables>, address: string): Promise<string> {
      if (await addresses.isReserved(address, trx)) throw new KeepsakeError('address-taken');
      const rows = await rowsOf(trx);
      const times = { createdAt: new Date(), updatedAt: new Date() };
      const { id } = await rows.create<Record<string, unknown>, { id: string }>({
        model: 'user',
        data: { name: address, email: address, emailVerified: true, ...times },
      });
      // Where a password is stored once it is set, and what is locked while other secrets are made (holdAccess).
      await rows.create({
        model: 'account',
        data: { userId: id, providerId: 'credential', accountId: id, password: null, ...times },
      });
      return id;
    },

    /**
     * Gives an account to whoever its address belongs to, whoever made it: the password, two-step login, all sessions, links and all
     * else that gives access end.
     */
    async takeOver(trx: Transaction<Tables>, account: string): Promise<void> {
      await sql`update account set password = null where "userId" = ${account}`.execute(trx);
      await sql`update "user" set "emailVerified" = true where id = ${account}`.execute(trx);
      await removeTwoStep(trx, account);
      await endSessionsAndLinks(trx, account);
      await endAccess(trx, account);
    },
  };
}

type UserRow = { id: string; emailVerified: boolean | number };

async function readUser(
  trx: Transaction<Tables>,
  address: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select id, "emailVerified" from "user" where email = ${address} ${lock}
  `.execute(trx);
  return rows[0];
}
