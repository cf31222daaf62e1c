import { errorCode, errorHelp } from './account-error.ts';

/** What went wrong with a passkey, in a sentence. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof DOMException) {
    if (error.name === 'InvalidStateError') return 'This device has a passkey of your account already.';
    return 'No passkey was used.';
  }
  switch (errorCode(error)) {
    case 'passkey-refused':
      return 'This passkey was removed, or was not confirmed in time.';
    case 'passkey-not-found':
      return 'Your account has no passkey.';
    case 'too-many-passkeys':
      return 'Your account cannot have more passkeys. Remove one first.';
    case 'second-step-over':
      return 'The second step took too long. Log in again.';
    default:
      return errorHelp(error) ?? 'That did not work. Try again in a moment.';
  }
}
