import { createHash } from 'node:crypto';
import { query } from './query.ts';

type Counted = Parameters<typeof query>[0];

/** The key under which the guesses of all strangers at an account count together, with which all others of it begin. */
export function guessKeyOf({ email }: { email: string }): string {
  return `sign-in:${createHash('sha256').update(email).digest('base64url')}`;
}

/** Lets time pass for the counts of guesses at an account. */
export async function passForGuesses(server: Counted, of: { email: string }, ms: number): Promise<void> {
  await query(server, `update attempts set ends_at = ends_at - ${ms} where key like '${guessKeyOf(of)}%'`);
}
