import { ApiError } from '#client/api-error.ts';
import { errors, isErrorCode } from '#contract/errors.ts';

/** What went wrong on the way to the log-in provider or back: of an error, or of the code with which the server sends back. */
export function problemText(problem: unknown): string {
  const code = problem instanceof ApiError ? problem.code : problem;
  if (code === 'confirmation-needed') return 'Nothing was changed, because you did not confirm that it is you.';
  if (problem instanceof ApiError) return problem.message;
  return errors[typeof code === 'string' && isErrorCode(code) ? code : 'internal-error'].message;
}
