import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { Client } from '../client-details.ts';
import { type Credentials, credentialsOf } from '../credentials.ts';
import type { AccountEvents } from '../events/account-events.ts';
import type { DeviceCookies } from './device-cookies.ts';
import type { Guess, Guesses } from './guesses.ts';

type Deps = { db: Database; guesses: Guesses; devices: DeviceCookies; events: AccountEvents };

/** Where something is typed: the client, and the Cookie header by which its browser is known. */
export type TypingClient = { client: Client; cookie: string | null };

export type CountedGuess = ReturnType<typeof createCountedGuess>;

/** Counts what somebody types in a session, a password or a code, in the same limits as a log-in. */
export function createCountedGuess({ db, guesses, devices, events }: Deps) {
  return {
    begin,

    /** Throws too-many-requests, and wrong-credentials unless the check says that the password is right. */
    async check(
      id: string,
      { client, cookie }: TypingClient,
      isRight: (account: Credentials) => Promise<boolean>,
    ): Promise<void> {
      const { account, guess } = await begin(id, { client, cookie });
      let outcome: 'right' | 'wrong' | 'undecided' = 'undecided';
      try {
        outcome = (await isRight(account)) ? 'right' : 'wrong';
      } finally {
        await guesses.settle(guess, outcome);
      }
      if (outcome === 'right') return;
      events.noted({ account: id, kind: 'log-in-failed', client });
      throw new KeepsakeError('wrong-credentials');
    },
  };

  /** Counts an attempt, which the caller settles. Throws too-many-requests; unauthenticated if there is no such account. */
  async function begin(id: string, { client, cookie }: TypingClient): Promise<{ account: Credentials; guess: Guess }> {
    const account = await credentialsOf(db, id);
    if (account === undefined) throw new KeepsakeError('unauthenticated');
    // Who has no password types codes: their browsers are known as well, or strangers could use up the guesses of all.
    const known = { ...account, passwordHash: account.passwordHash ?? '' };
    const device = devices.deviceOf(cookie, known);
    const begun = await guesses.logIn(account.email, client.address ?? '', { account: known, device });
    if ('waitMs' in begun) throw new KeepsakeError('too-many-requests');
    return { account, guess: begun.guess };
  }
}
