import { confirmedSeconds } from '#contract/limits.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { requirePerson } from '../app-passwords.ts';
import { maxSkewMs } from '../clock-skew.ts';
import type { Principal } from '../principal.ts';

/**
 * To be called before whatever weakens an account or opens all of it. Throws session-needed for anyone but a person, and
 * confirmation-needed for one who logged in or typed the password longer ago than `confirmedSeconds` (OWASP ASVS 7.5.1).
 */
export function requireConfirmed(principal: Principal, now: number): void {
  requirePerson(principal);
  const ageMs = now - (principal.confirmedAt ?? 0);
  // A later time to come is one of a clock that was wrong.
  if (ageMs < -maxSkewMs || ageMs > confirmedSeconds * 1000) throw new KeepsakeError('confirmation-needed');
}
