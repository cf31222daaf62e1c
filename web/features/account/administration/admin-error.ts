import { ApiError } from '#client/api-error.ts';
import { errorHelp } from '../login/account-error.ts';

/** Why a call of an administrator failed, in a sentence. */
export function adminHelp(error: unknown): string {
  if (!(error instanceof ApiError)) return errorHelp(error) ?? 'Try again in a moment.';
  if (error.code === 'not-allowed') return 'Only an administrator can do this, and not to their own account.';
  if (error.code === 'invitation-ended')
    return 'This invitation was used or taken back meanwhile, or its time is over.';
  if (error.code === 'account-closing') return 'The time of this account is over: it is being deleted.';
  if (error.code === 'address-taken') return 'This email already has an account.';
  return errorHelp(error) ?? error.message;
}
