import { ApiError } from '#client/api-error.ts';

/**
 * Why an account request failed, in a sentence that may follow the specification's; undefined for `wrong-credentials`, which
 * is what that one says.
 */
export function errorHelp(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return 'Something went wrong. Try again.';
  switch (error.code) {
    case 'wrong-credentials':
      return undefined;
    case 'unavailable':
      return 'The server cannot be reached. Check the connection, then try again.';
    case 'too-many-requests':
      return 'Too many attempts. Wait a little, then try again.';
    case 'too-busy':
      return 'Too many people are logging in right now. Try again in a moment.';
    case 'confirmation-needed':
      return 'Nothing was changed, because your password was not typed.';
    case 'account-disabled':
      return 'This account is disabled. Ask the person who runs this server.';
    case 'address-taken':
      return 'This email already has an account. Log in, or reset the password.';
    case 'sign-up-closed':
      return 'Sign-up is closed on this server. Ask the person who runs it.';
    case 'unknown-host':
      return 'This server does not answer to this name. Ask the person who runs it to set PUBLIC_URL to the address that you typed.';
    case 'foreign-origin':
      return 'This server takes changes from its own address only. Open it at its PUBLIC_URL, or ask the person who runs it to set that to the address that you typed.';
    case 'account-closing':
      return 'It is too late to keep this account: it is being deleted.';
    case 'invitation-ended':
      return 'This link is no longer valid. If it was you who used it, log in.';
    case 'internal-error':
      return 'Something went wrong on the server. Try again in a moment.';
    default:
      return byReason[errorReason(error) ?? ''] ?? error.message;
  }
}

/** The code of the contract; undefined for what is no error of the server. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof ApiError ? error.code : undefined;
}

/** The authentication service's own code. */
export function errorReason(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined;
  return typeof data.reason === 'string' ? data.reason : undefined;
}

const byReason: Record<string, string> = {
  INVALID_EMAIL: 'This is not a valid email address.',
  VALIDATION_ERROR: 'This is not a valid email address.',
};
