import type { Logger } from 'pino';
import { type ErrorBody, type ErrorCode, errors } from '#contract/errors.ts';
import { databaseProblem } from '#server/database/problems.ts';
import type { RequestContext } from '#server/telemetry/request-ids.ts';
import { KeepsakeError } from './keepsake-error.ts';
import { shortageSentence } from './system-error.ts';

/** An error as all handlers send it. */
export type ErrorAnswer = { status: number; body: ErrorBody };

export type AnswerError = (error: unknown) => ErrorAnswer;

type Deps = {
  log: Logger;
  requests: RequestContext;
  /** The code for a failure of the database or of the blob store; undefined for every other error. */
  storageCodeOf: (error: unknown) => ErrorCode | undefined;
};

/**
 * The only translator from what was thrown to status, code and message. What is neither a KeepsakeError nor a failure of
 * storage is a bug: it is logged, and the client receives no more than `internal-error`.
 */
export function createAnswerError({ log, requests, storageCodeOf }: Deps): AnswerError {
  return (error) => {
    if (isCut(error)) return answerCode('upload-interrupted');
    const code = storageCodeOf(error);
    if (code !== undefined) {
      log.warn({ err: error }, sentenceOf(error));
      return answerCode(code);
    }
    if (error instanceof KeepsakeError) {
      if (error.cause !== undefined && errors[error.code].status >= 500) log.warn({ err: error.cause }, error.message);
      return answerCode(error.code, error.data);
    }
    log.error({ err: error }, 'A request failed');
    return internalError(requests.getStore()?.requestId);
  };
}

/** What Node says of a request whose client left before its last byte, with the code of a lost connection to a database. */
function isCut(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';
}

function sentenceOf(error: unknown): string {
  if (databaseProblem(error) === 'migrated') return 'A write was refused: the installation was migrated';
  return shortageSentence(error) ?? 'The database or the disk failed';
}

/** With the id, the operator finds the lines of the log. */
function internalError(requestId: string | undefined): ErrorAnswer {
  const { status, body } = answerCode('internal-error', { requestId });
  return {
    status,
    body: {
      ...body,
      message: `${body.message} If this happens again, report this id to the person who runs it: ${requestId}.`,
    },
  };
}

export function answerCode(code: ErrorCode, data?: unknown): ErrorAnswer {
  const { status, message } = errors[code];
  return { status, body: { code, message, ...(data === undefined ? {} : { data }) } };
}

export function errorResponse({ status, body }: ErrorAnswer, headers: Record<string, string> = {}): Response {
  // RFC 9110 section 15.5.2: a 401 names the way to authenticate. Browsers show no prompt for a bearer token.
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return Response.json(body, { status, headers: { ...challenge, ...headers } });
}
