import { type ErrorCode, isErrorCode } from '#contract/errors.ts';
import { answerCode, errorResponse } from '#server/errors/answer-error.ts';
import { conflictCodeOf } from '#server/errors/conflict-code.ts';

/** The contract's codes for those of the service. */
const codes: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
  INVALID_EMAIL: 'email-invalid',
  PASSWORD_TOO_SHORT: 'password-too-short',
  PASSWORD_TOO_LONG: 'password-too-long',
  USER_ALREADY_EXISTS: 'address-taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'address-taken',
  // Reported by the database when the row was inserted.
  FAILED_TO_CREATE_USER: 'address-taken',
  INVALID_TOKEN: 'reset-link-ended',
  INVALID_ORIGIN: 'foreign-origin',
  MISSING_OR_NULL_ORIGIN: 'foreign-origin',
};

const codesByStatus: Record<number, ErrorCode> = {
  400: 'invalid-input',
  401: 'unauthenticated',
  403: 'foreign-origin',
  404: 'not-found',
  405: 'method-not-allowed',
  415: 'invalid-json',
  422: 'invalid-input',
  429: 'too-many-requests',
};

/**
 * Translates an error of the authentication service to the shape of every other error; `data.reason` is the service's
 * code. `failures` are the errors of the database behind it; one that prevented a sign-up is thrown, unless it means that
 * another sign-up took the address meanwhile.
 */
export async function translateAuthAnswer(response: Response, failures: readonly unknown[]): Promise<Response> {
  if (response.status < 400) return response;
  const { code: reason } = ((await response.json().catch(() => undefined)) ?? {}) as { code?: string };
  if (reason === 'FAILED_TO_CREATE_USER' && !failures.some((failure) => conflictCodeOf(failure) === 'address-taken'))
    throw failures.at(-1) ?? new Error('The authentication service created no account');
  const code = isErrorCode(reason)
    ? reason
    : (codes[reason ?? ''] ?? codesByStatus[response.status] ?? 'internal-error');
  const retryAfter = response.headers.get('retry-after') ?? response.headers.get('x-retry-after');
  return errorResponse(
    answerCode(code, reason === undefined ? undefined : { reason }),
    retryAfter === null ? {} : { 'retry-after': retryAfter },
  );
}
