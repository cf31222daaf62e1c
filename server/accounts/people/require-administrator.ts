import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import { requireConfirmed } from '../confirmation/require-confirmed.ts';
import type { Principal } from '../principal.ts';
import { isAdministrator } from './roles.ts';

/**
 * To be called before everything that administrators do. Throws session-needed for programs, not-allowed for whoever does not
 * run the server, confirmation-needed for one who has not typed the password for a while.
 */
export function createRequireAdministrator({ db, now }: { db: Database; now: () => number }) {
  return async (principal: Principal): Promise<void> => {
    requirePerson(principal);
    if (!(await isAdministrator(db, principal.account))) throw new KeepsakeError('not-allowed');
    requireConfirmed(principal, now());
  };
}
