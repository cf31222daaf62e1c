/** Lengths of a password in Unicode code points (NIST SP 800-63B, section 5.1.1.2). */
export const minPasswordLength = 8;
export const maxPasswordLength = 128;

/** Why the server refuses a password: the part of `errors` that a visitor's page needs, who loads none of the others. */
export const passwordErrors = {
  'password-too-short': { status: 400, message: 'A password needs at least 8 characters.' },
  'password-too-long': { status: 400, message: 'A password can have at most 128 characters.' },
  'password-too-common': {
    status: 400,
    message: 'Many people use this password, so it is easy to guess. Choose another one.',
  },
  'password-is-address': {
    status: 400,
    message: 'A password cannot be the email address or the part before the @. Choose another one.',
  },
  'password-is-service': {
    status: 400,
    message: 'A password cannot be the name of this server, with or without digits and symbols. Choose another one.',
  },
} as const;

export type PasswordErrorCode = keyof typeof passwordErrors;

export function isPasswordErrorCode(code: string): code is PasswordErrorCode {
  return Object.hasOwn(passwordErrors, code);
}

/**
 * Why a password is refused, as far as that can be said without a list of common ones and without the name of the server;
 * undefined if it is not. An email address that is not known yet is empty.
 */
export function plainPasswordProblem(password: string, email: string): PasswordErrorCode | undefined {
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
