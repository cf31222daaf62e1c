import type { Logger } from 'pino';
import { type ErrorBody, type ErrorCode, errors } from '#contract/errors.ts';
import type { RequestContext } from '#server/telemetry/request-ids.ts';
import { KeepsakeError } from './keepsake-error.ts';

/** An error as it leaves the server, at whichever door. */
export type ErrorAnswer = { status: number; body: ErrorBody };

export type AnswerError = (error: unknown) => ErrorAnswer;

type Deps = {
  log: Logger;
  requests: RequestContext;
  /** What people are told when an error says that the database or the disk did not do its work. */
  storageTroubleOf: (error: unknown) => ErrorCode | undefined;
};

/** The one translator from what was thrown to status, code and sentence. What is not a refusal of ours is a bug: logged, and told as nothing but `internal-error`. */
export function createAnswerError({ log, requests, storageTroubleOf }: Deps): AnswerError {
  return (error) => {
    const trouble = storageTroubleOf(error);
    if (trouble !== undefined) {
      log.warn({ err: error }, 'The database or the disk did not do its work');
      return answerCode(trouble);
    }
    if (error instanceof KeepsakeError) {
      if (error.cause !== undefined && errors[error.code].status >= 500) log.warn({ err: error.cause }, error.message);
      return answerCode(error.code, error.data);
    }
    log.error({ err: error }, 'A request failed');
    return internalError(requests.getStore()?.requestId);
  };
}

/** With the id the person who runs the server finds the lines of the log. */
function internalError(requestId: string | undefined): ErrorAnswer {
  const { status, body } = answerCode('internal-error', { requestId });
  return {
    status,
    body: { ...body, message: `${body.message} If it goes on, tell the person who runs it: ${requestId}.` },
  };
}

export function answerCode(code: ErrorCode, data?: unknown): ErrorAnswer {
  const { status, message } = errors[code];
  return { status, body: { code, message, ...(data === undefined ? {} : { data }) } };
}

export function errorResponse({ status, body }: ErrorAnswer, headers: Record<string, string> = {}): Response {
  // RFC 9110 section 15.5.2: a 401 says how to identify oneself. Browsers ask nobody for a bearer token.
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...challenge, ...headers } });
}
