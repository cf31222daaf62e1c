import type { Kysely } from 'kysely';
import { maxPasskeys } from '#contract/limits.ts';
import type { Passkey, PasskeyAnswer } from '#contract/records/passkeys.ts';
import { newId } from '#server/database/new-id.ts';
import type { Database } from '#server/database/open.ts';
import type { PasskeyRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import type { Challenges } from '../challenges.ts';
import type { Confirmation } from '../confirmation/confirmation.ts';
import { credentialsOf } from '../credentials.ts';
import { holdAccess } from '../hold-access.ts';
import type { Principal } from '../principal.ts';
import type { ShowPasskey } from './show-passkey.ts';
import { checkNew, creationOptions } from './webauthn.ts';

type Deps = {
  db: Database;
  challenges: Challenges;
  show: ShowPasskey;
  confirm: Confirmation['confirm'];
  now: () => number;
};

export type Passkeys = ReturnType<typeof createPasskeys>;

/** The passkeys of people. Only a person may use them: all throw session-needed. `origin` is that of the page which asks. */
export function createPasskeys({ db, challenges, show, confirm, now }: Deps) {
  return {
    /** In order of creation. */
    async list(principal: Principal): Promise<Passkey[]> {
      requirePerson(principal);
      return (await rowsOf(db, principal.account)).map(recordOf);
    },

    /** What a browser is asked with for a new passkey. Throws too-many-passkeys. */
    async options(principal: Principal, origin: string) {
      requirePerson(principal);
      const { account } = principal;
      const known = await rowsOf(db, account);
      refuseTooMany(known.length);
      const { email = '' } = (await credentialsOf(db, account)) ?? {};
      const token = await challenges.begin({ kind: 'passkey-add', account, password_sum: null });
      return await creationOptions(origin, token, { account, email, known });
    },

    /** Throws passkey-refused, too-many-passkeys, and unauthenticated if the session has ended meanwhile. */
    async add(principal: Principal, name: string, answer: PasskeyAnswer, origin: string): Promise<Passkey> {
      requirePerson(principal);
      const { account } = principal;
      const { credential, credentialBackedUp } = await checkNew(
        origin,
        answer,
        async (challenge) => (await challenges.take(db, 'passkey-add', challenge))?.account === account,
      );
      const row: PasskeyRow = {
        id: newId(),
        account,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify((credential.transports ?? []).slice(0, maxTransports)),
        is_backed_up: credentialBackedUp ? 1 : 0,
        name,
        created_at: now(),
        last_used_at: null,
      };
      await db.transaction().execute(async (trx) => {
        await holdAccess(trx, principal);
        refuseTooMany((await rowsOf(trx, account)).length);
        const added = await trx
          .insertInto('passkeys')
          .values(row)
          .onConflict((oc) => oc.column('credential_id').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (added === undefined) throw new KeepsakeError('passkey-refused');
      });
      return recordOf(row);
    },

    /** Throws passkey-not-found. */
    async rename(principal: Principal, id: string, name: string): Promise<Passkey> {
      requirePerson(principal);
      const renaming = db.updateTable('passkeys').set({ name }).where('id', '=', id);
      const row = await renaming.where('account', '=', principal.account).returningAll().executeTakeFirst();
      if (row === undefined) throw new KeepsakeError('passkey-not-found');
      return recordOf(row);
    },

    /** Removes a passkey, effective immediately, and returns its name. Throws passkey-not-found. */
    async remove(principal: Principal, id: string): Promise<string> {
      requirePerson(principal);
      const removing = db.deleteFrom('passkeys').where('id', '=', id).where('account', '=', principal.account);
      const row = await removing.returning('name').executeTakeFirst();
      if (row === undefined) throw new KeepsakeError('passkey-not-found');
      return row.name;
    },

    /** What a browser is asked with to confirm who somebody is. */
    async confirmOptions(principal: Principal, origin: string) {
      requirePerson(principal);
      return await show.ask('passkey-confirm', principal.account, origin);
    },

    /** Confirms the session of the principal with a passkey of the account. Throws passkey-refused. */
    async confirm(principal: Principal, answer: PasskeyAnswer, origin: string): Promise<void> {
      requirePerson(principal);
      const shown = await show.check('passkey-confirm', answer, origin);
      if (shown.account !== principal.account || !(await shown.use(db))) throw new KeepsakeError('passkey-refused');
      await confirm(principal);
    },
  };
}

/** There are six. */
const maxTransports = 10;

function refuseTooMany(count: number): void {
  if (count >= maxPasskeys) throw new KeepsakeError('too-many-passkeys', { data: { max: maxPasskeys } });
}

async function rowsOf(from: Kysely<Tables>, account: string): Promise<PasskeyRow[]> {
  return await from.selectFrom('passkeys').selectAll().where('account', '=', account).orderBy('id').execute();
}

function recordOf({ id, name, created_at, last_used_at, is_backed_up }: PasskeyRow): Passkey {
  return { id, name, createdAt: created_at, lastUsedAt: last_used_at, isBackedUp: is_backed_up === 1 };
}
