import type { ErrorCode } from './errors.ts';

/** Lengths of a password in Unicode code points (NIST SP 800-63B, section 5.1.1.2). */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

/**
 * Why a password is refused, as far as that can be said without a list of common ones and without the name of the server;
 * undefined if it is not. An email address that is not known yet is empty.
 */
export function plainPasswordProblem(password: string, email: string): ErrorCode | undefined {
  const { length } = Array.from(password);
  if (length < minPasswordLength) return 'password-too-short';
  if (length > maxPasswordLength) return 'password-too-long';
  const [typed, address] = [comparable(password), comparable(email)];
  const isAddress = address !== '' && (typed === address || typed === address.slice(0, address.lastIndexOf('@')));
  return isAddress ? 'password-is-address' : undefined;
}

/** A password or an address as it is compared with what is easily guessed. */
export function comparable(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
