import { ERRORS } from '@tus/server';
import type { ErrorCode } from '#contract/errors.ts';
import { type AnswerError, answerCode, type ErrorAnswer, errorResponse } from '#server/errors/answer-error.ts';
import { tusVersion } from './tus-headers.ts';

/** The contract's codes for the statuses of the library's own errors. */
const codesByStatus: Record<number, ErrorCode> = {
  400: 'upload-request-invalid',
  403: 'upload-request-invalid',
  404: 'upload-not-found',
  409: 'upload-offset-conflict',
  410: 'upload-expired',
  412: 'upload-version-unsupported',
  413: 'upload-too-long',
  415: 'upload-type-invalid',
  501: 'upload-request-invalid',
};

/**
 * Translates what the library throws, which are plain objects, and the error responses that it sends by itself, both with
 * the statuses of the protocol; and everything else that is thrown.
 */
export function createTranslate(answerError: AnswerError) {
  return (problem: unknown): ErrorAnswer => {
    if (problem === ERRORS.ABORTED) return answerCode('upload-interrupted');
    if (problem === ERRORS.ERR_LOCK_TIMEOUT) return answerCode('upload-locked');
    const { status, status_code } = problem as { status?: number; status_code?: number };
    const code = codesByStatus[status_code ?? status ?? 0];
    return code === undefined ? answerError(problem) : answerCode(code);
  };
}

export function errorAnswer(request: Request, answer: ErrorAnswer): Response {
  const headers: Record<string, string> = { 'tus-resumable': tusVersion };
  if (answer.body.code === 'upload-version-unsupported') headers['tus-version'] = tusVersion;
  const response = errorResponse(answer, headers);
  return request.method === 'HEAD' ? new Response(null, response) : response;
}
