import { ApiError } from '#client/api-error.ts';
import { errors, isErrorCode } from '#contract/errors.ts';
import { errorHelp } from '../login/account-error.ts';

/** What went wrong on the way to the log-in provider or back: of an error, or of the code with which the server sends back. */
export function problemText(problem: unknown): string {
  if (problem instanceof ApiError) return errorHelp(problem) ?? problem.message;
  return errors[typeof problem === 'string' && isErrorCode(problem) ? problem : 'internal-error'].message;
}
