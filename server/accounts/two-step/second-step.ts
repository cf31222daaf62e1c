import type { Kysely } from 'kysely';
import { challengeSeconds } from '#contract/limits.ts';
import { secondStepInput } from '#contract/records/two-step.ts';
import type { Database } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Admitted, FirstStep } from '../admitted.ts';
import type { Challenges } from '../challenges.ts';
import { clientOf } from '../client-details.ts';
import { cookieIn } from '../cookies.ts';
import type { AccountEvents } from '../events/account-events.ts';
import type { CountedGuess } from '../guesses/counted-guess.ts';
import type { Guess } from '../guesses/guesses.ts';
import { readJson } from '../read-json.ts';
import { hashOfToken } from '../tokens.ts';
import type { TrustedBrowsers } from './trusted-browsers.ts';
import type { TwoStep } from './two-step.ts';

type Deps = {
  db: Database;
  isHttps: boolean;
  challenges: Challenges;
  twoStep: TwoStep;
  trusted: TrustedBrowsers;
  guess: CountedGuess;
  events: AccountEvents;
  /** Begins a session in the account that the request is admitted to. */
  admit: (request: Request, known: { admitted: Admitted; guess: Guess }) => Promise<Response>;
};

/** The second step of a log-in, in an account with two-step login. */
export function createSecondStep({ db, isHttps, challenges, twoStep, trusted, guess, events, admit }: Deps) {
  const cookieName = `${isHttps ? '__Host-' : ''}keepsake.second-step`;

  return {
    /** Whether the first step is not enough, asked within the transaction in which it begins. */
    async isNeeded(
      trx: Kysely<Tables>,
      { account, passwordHash = '' }: Pick<FirstStep, 'account' | 'passwordHash'>,
      cookie: string | null,
    ): Promise<boolean> {
      const stamp = await twoStep.stampOf(trx, account);
      return stamp !== undefined && !trusted.isTrusted(cookie, { account, passwordHash, stamp });
    },

    /** The answer to a first step: with its cookie, the browser may take the second step, and nothing else. */
    async ask({ account, passwordHash, isConfirmed }: FirstStep): Promise<Response> {
      const passkeys = await db.selectFrom('passkeys').select('id').where('account', '=', account).execute();
      const token = await challenges.begin({
        kind: 'second-step',
        account,
        password_sum: sumOf(passwordHash),
        is_confirmed: isConfirmed ? 1 : 0,
      });
      const answer = answerCode('second-step-needed', { hasPasskey: passkeys.length > 0 });
      return errorResponse(answer, { 'set-cookie': setCookie(token, challengeSeconds) });
    },

    /** The account whose second step a request may take. */
    async accountOf(request: Request): Promise<string | undefined> {
      const token = cookieIn(request.headers.get('cookie'), cookieName);
      return token === undefined ? undefined : ((await challenges.find('second-step', token))?.account ?? undefined);
    },

    /** Ends the second step that the browser may take, after another way to log in. */
    async end(request: Request, answer: Response): Promise<void> {
      const token = cookieIn(request.headers.get('cookie'), cookieName);
      if (token === undefined) return;
      await challenges.take(db, 'second-step', token);
      answer.headers.append('set-cookie', setCookie('', 0));
    },

    /**
     * Answers the request that takes the second step. What is wrong counts like a wrong password. Throws second-step-over,
     * too-many-requests, and invalid-json or invalid-input.
     */
    async take(request: Request): Promise<Response> {
      const { code, trust } = await readJson(request, secondStepInput);
      const client = clientOf(request.headers);
      const cookie = request.headers.get('cookie');
      const token = cookieIn(cookie, cookieName) ?? '';
      const { account, is_confirmed } = (await challenges.find('second-step', token)) ?? {};
      if (account == null) throw new KeepsakeError('second-step-over');
      // A code says nothing of who is at the browser: whoever has the phone may be somebody else.
      const isConfirmed = is_confirmed === 1;
      const begun = await guess.begin(account, { client, cookie });
      const read = await twoStep.read(account, code);
      let used: 'code' | 'backup-code' | undefined;
      let failure: 'second-step-over' | 'wrong-code' | undefined;
      const use = async (trx: Kysely<Tables>, passwordHash: string | undefined) => {
        const first = await challenges.take(trx, 'second-step', token);
        const isOver = first === undefined || first.password_sum !== sumOf(passwordHash);
        used = isOver ? undefined : await twoStep.use(trx, account, read);
        failure = isOver ? 'second-step-over' : used === undefined ? 'wrong-code' : undefined;
        return failure;
      };
      const answer = await admit(request, { guess: begun.guess, admitted: { account, isConfirmed, use } });
      if (failure === 'wrong-code' && begun.guess.device === undefined)
        await events.happened({ account, kind: 'second-step-failed', client });
      if (!answer.ok) return answer;
      if (used === 'backup-code') await events.happened({ account, kind: 'backup-code-used', client });
      answer.headers.append('set-cookie', setCookie('', 0));
      const stamp = trust ? await twoStep.stampOf(db, account) : undefined;
      const passwordHash = begun.account.passwordHash ?? '';
      if (stamp !== undefined) answer.headers.append('set-cookie', trusted.setCookie({ account, passwordHash, stamp }));
      return answer;
    },
  };

  function setCookie(token: string, seconds: number): string {
    return `${cookieName}=${token}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  }
}

/** So that the hash of the password lies in no other table. */
function sumOf(passwordHash: string | undefined): string | null {
  return passwordHash === undefined ? null : hashOfToken(passwordHash);
}
