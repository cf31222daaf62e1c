import type { Kysely, Transaction } from 'kysely';
import { maxBackupCodeLists } from '#contract/limits.ts';
import type { TwoStepSecret, TwoStepState } from '#contract/records/two-step.ts';
import type { Database } from '#server/database/open.ts';
import type { TwoStepRow } from '#server/database/tables/access-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import { credentialsOf } from '../credentials.ts';
import type { Attempts } from '../guesses/attempts.ts';
import { holdAccess } from '../hold-access.ts';
import type { Principal } from '../principal.ts';
import { createSealer } from '../sealer.ts';
import { newToken } from '../tokens.ts';
import { hashOfBackupCode, newBackupCodes, newCodeSalt } from './backup-codes.ts';
import { removeTwoStep } from './remove-two-step.ts';
import { newTotpSecret, timeStepOf, totpUri } from './totp.ts';

type Deps = {
  db: Database;
  /** Encrypts the secrets of apps. */
  secret: string;
  attempts: Pick<Attempts, 'take'>;
  report: (sentence: string) => void;
  now: () => number;
};

/** What somebody typed, as it is compared: the time step of a code, or the hash of a backup code. */
export type ReadCode = { step: number } | { codeHash: string } | undefined;

export type TwoStep = ReturnType<typeof createTwoStep>;

/** Two-step login: codes of an authenticator app (RFC 6238), and backup codes for when it is lost. For persons only. */
export function createTwoStep({ db, secret: serverSecret, attempts, report, now }: Deps) {
  const { seal, open } = createSealer(serverSecret, 'two-step login');

  return {
    /** Throws session-needed. */
    async get(principal: Principal): Promise<TwoStepState> {
      requirePerson(principal);
      const { account } = principal;
      const row = await rowOf(db, account);
      const codes = await db.selectFrom('backup_codes').select('code_hash').where('account', '=', account).execute();
      return { since: row?.on_since ?? null, backupCodes: codes.length };
    },

    /** Makes a secret that does not count yet. Throws session-needed, two-step-is-on. */
    async begin(principal: Principal): Promise<TwoStepSecret> {
      requirePerson(principal);
      const { account } = principal;
      const secret = newTotpSecret();
      const row = { secret: seal(secret, account), stamp: newToken(), code_salt: newCodeSalt(), last_step: 0 };
      const stored = await db
        .insertInto('two_steps')
        .values({ account, ...row, on_since: null })
        .onConflict((oc) => oc.column('account').doUpdateSet(row).where('two_steps.on_since', 'is', null))
        .returning('account')
        .executeTakeFirst();
      if (stored === undefined) throw new KeepsakeError('two-step-is-on');
      const { email = '' } = (await credentialsOf(db, account)) ?? {};
      return { secret, uri: totpUri(secret, email) };
    },

    /**
     * Turns it on with a code of the secret, and returns the backup codes. Whoever types it was shown the secret, so that a wrong
     * one is no guess, and a right one gives back none. Throws session-needed, two-step-is-on, two-step-is-off if there is no
     * secret, wrong-code, too-many-requests.
     */
    async turnOn(principal: Principal, code: string): Promise<string[]> {
      requirePerson(principal);
      const { account } = principal;
      const row = await rowOf(db, account);
      if (row === undefined) throw new KeepsakeError('two-step-is-off');
      if (row.on_since !== null) throw new KeepsakeError('two-step-is-on');
      const step = stepIn(row, code);
      if (step === undefined) throw new KeepsakeError('wrong-code');
      const codes = newBackupCodes();
      const hashes = await hashesOf(account, codes, row.code_salt);
      await db.transaction().execute(async (trx) => {
        await holdAccess(trx, principal);
        const turned = await trx
          .updateTable('two_steps')
          .set({ on_since: now(), last_step: step })
          .where('account', '=', account)
          .where('secret', '=', row.secret)
          .where('on_since', 'is', null)
          .returning('account')
          .executeTakeFirst();
        if (turned === undefined) throw new KeepsakeError('two-step-is-on');
        await replaceCodes(trx, account, hashes);
      });
      return codes;
    },

    /** Throws session-needed, two-step-is-off. */
    async turnOff(principal: Principal): Promise<void> {
      requirePerson(principal);
      await db.transaction().execute(async (trx) => {
        await holdAccess(trx, principal);
        if (!(await removeTwoStep(trx, principal.account))) throw new KeepsakeError('two-step-is-off');
      });
    },

    /** Makes backup codes in place of those that there are. Throws session-needed, two-step-is-off, too-many-requests. */
    async makeBackupCodes(principal: Principal): Promise<string[]> {
      requirePerson(principal);
      const { account } = principal;
      const row = await rowOf(db, account);
      if (row === undefined || row.on_since === null) throw new KeepsakeError('two-step-is-off');
      const [codes, salt] = [newBackupCodes(), newCodeSalt()];
      const hashes = await hashesOf(account, codes, salt);
      await db.transaction().execute(async (trx) => {
        await holdAccess(trx, principal);
        const changed = await trx
          .updateTable('two_steps')
          .set({ code_salt: salt })
          .where('account', '=', account)
          .where('on_since', 'is not', null)
          .returning('account')
          .executeTakeFirst();
        if (changed === undefined) throw new KeepsakeError('two-step-is-off');
        await replaceCodes(trx, account, hashes);
      });
      return codes;
    },

    /** What a browser is trusted with instead of the second step; undefined for an account that has none. */
    async stampOf(trx: Kysely<Tables>, account: string): Promise<string | undefined> {
      const row = await rowOf(trx, account);
      return row === undefined || row.on_since === null ? undefined : row.stamp;
    },

    /** What somebody typed, before the transaction that uses it: hashing takes a while. */
    async read(account: string, typed: string): Promise<ReadCode> {
      const row = await rowOf(db, account);
      if (row === undefined) return undefined;
      const step = stepIn(row, typed);
      if (step !== undefined) return { step };
      const codeHash = await hashOfBackupCode(typed, row.code_salt);
      return codeHash === undefined ? undefined : { codeHash };
    },

    /** Uses a code, which nobody can use again, within a transaction. Returns which it was; undefined when it is wrong. */
    async use(trx: Kysely<Tables>, account: string, code: ReadCode): Promise<'code' | 'backup-code' | undefined> {
      if (code === undefined || (await rowOf(trx, account))?.on_since === null) return undefined;
      if ('codeHash' in code) {
        const ofAccount = trx.deleteFrom('backup_codes').where('account', '=', account);
        const used = await ofAccount.where('code_hash', '=', code.codeHash).returning('account').executeTakeFirst();
        return used && 'backup-code';
      }
      const used = await trx
        .updateTable('two_steps')
        .set({ last_step: code.step })
        .where('account', '=', account)
        .where('last_step', '<', code.step)
        .returning('account')
        .executeTakeFirst();
      return used && 'code';
    },
  };

  async function rowOf(from: Kysely<Tables>, account: string): Promise<TwoStepRow | undefined> {
    return await from.selectFrom('two_steps').selectAll().where('account', '=', account).executeTakeFirst();
  }

  function stepIn({ account, secret: sealed }: TwoStepRow, typed: string): number | undefined {
    const code = typed.replaceAll(/\s/g, '');
    if (!/^\d{6}$/.test(code)) return undefined;
    const secret = open(sealed, account);
    if (secret !== undefined) return timeStepOf(secret, code, now());
    report(
      'The secret of an authenticator app cannot be decrypted: it was stored with another SECRET. Backup codes still count.',
    );
    return undefined;
  }

  /** One after the other, so that it occupies one thread. Throws too-many-requests. */
  async function hashesOf(account: string, codes: readonly string[], salt: string): Promise<string[]> {
    const waitMs = await attempts.take([{ key: `backup-codes:${account}`, ...maxBackupCodeLists }]);
    if (waitMs !== undefined) throw new KeepsakeError('too-many-requests');
    const hashes: string[] = [];
    for (const code of codes) hashes.push((await hashOfBackupCode(code, salt)) ?? '');
    return hashes;
  }

  async function replaceCodes(trx: Transaction<Tables>, account: string, hashes: readonly string[]): Promise<void> {
    await trx.deleteFrom('backup_codes').where('account', '=', account).execute();
    await trx
      .insertInto('backup_codes')
      .values(hashes.map((hash) => ({ account, code_hash: hash })))
      .execute();
  }
}
