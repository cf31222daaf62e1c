import type { Kysely } from 'kysely';
import type { PasskeyAnswer, PasskeyOptions } from '#contract/records/passkeys.ts';
import type { Database } from '#server/database/open.ts';
import type { ChallengeRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Challenges } from '../challenges.ts';
import { checkShown, requestOptions } from './webauthn.ts';

type Deps = { db: Database; challenges: Challenges; now: () => number };

/** Why a passkey is asked for. */
type Purpose = Extract<ChallengeRow['kind'], 'passkey-log-in' | 'passkey-confirm'>;

export type ShowPasskey = ReturnType<typeof createShowPasskey>;

/** Asks browsers for passkeys, and checks those that they show. */
export function createShowPasskey({ db, challenges, now }: Deps) {
  return {
    /** What a browser is asked with: for a passkey of an account, or for any. Throws passkey-not-found if the account has none. */
    async ask(purpose: Purpose, account: string | null, origin: string): Promise<PasskeyOptions> {
      const ofAccount = db
        .selectFrom('passkeys')
        .selectAll()
        .where('account', '=', account ?? '');
      const known = account === null ? [] : await ofAccount.execute();
      if (account !== null && known.length === 0) throw new KeepsakeError('passkey-not-found');
      const token = await challenges.begin({ kind: purpose, account, password_sum: null });
      return await requestOptions(origin, token, known);
    },

    /**
     * Checks what a browser shows. Returns the account of the passkey, and what notes within a transaction that it was used: false
     * when it was removed meanwhile, or used at the same time by a copy of the device. Throws passkey-refused.
     */
    async check(purpose: Purpose, answer: PasskeyAnswer, origin: string) {
      const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', answer.id).executeTakeFirst();
      if (row === undefined) throw new KeepsakeError('passkey-refused');
      const { newCounter, credentialBackedUp } = await checkShown(origin, answer, row, async (challenge) => {
        const asked = await challenges.take(db, purpose, challenge);
        return asked !== undefined && (asked.account === null || asked.account === row.account);
      });
      return {
        account: row.account,
        async use(trx: Kysely<Tables>): Promise<boolean> {
          const used = await trx
            .updateTable('passkeys')
            .set({ counter: newCounter, is_backed_up: credentialBackedUp ? 1 : 0, last_used_at: now() })
            .where('id', '=', row.id)
            .where((eb) => (newCounter === 0 ? eb('counter', '=', 0) : eb('counter', '<', newCounter)))
            .returning('id')
            .executeTakeFirst();
          return used !== undefined;
        },
      };
    },
  };
}
