import type { ErrorCode } from '#contract/errors.ts';
import { type StorageErrorCode, storageErrors } from '#contract/storage-errors.ts';
import { ApiError, errorFromBody } from '../../api-error.ts';

type Circumstances = {
  /** Instead of the sentence of the code, for example the server's own. */
  message?: string;
  /** The HTTP status, 0 when the server did not answer. */
  status?: number;
  /** The code of the contract that the server answered with. */
  serverCode?: ErrorCode;
  /** What a programmer wants to know beside the sentence. */
  detail?: unknown;
  cause?: unknown;
};

/**
 * Every failure of the storage client. `code` is one of contract/storage-errors.ts; `message` is a sentence for the
 * person: the server's own when it gave one, else that of the code.
 */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  readonly status: number;
  readonly serverCode: ErrorCode | undefined;
  readonly detail: unknown;

  constructor(code: StorageErrorCode, { message, status = 0, serverCode, detail, cause }: Circumstances = {}) {
    super(message ?? storageErrors[code], cause === undefined ? undefined : { cause });
    this.name = 'StorageError';
    this.code = code;
    this.status = status;
    this.serverCode = serverCode;
    this.detail = detail;
  }
}

/** The server was not reached, or its answer did not come: what it did of the request is not known. */
export class ConnectionLost extends Error {
  constructor(cause?: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'ConnectionLost';
  }
}

const codesByStatus: Partial<Record<number, StorageErrorCode>> = {
  401: 'unauthenticated',
  402: 'quota-exceeded',
  403: 'unauthorized',
  404: 'object-not-found',
};

/** What an answer with an error status means (specification, section 8). `text` is its body, which may be anything. */
export function errorFromAnswer(status: number, text: string): StorageError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // HEAD answers and proxies carry no body of ours.
  }
  return fromApiError(errorFromBody(body, status), body === undefined ? { answer: text.slice(0, 200) } : undefined);
}

/** What something that was thrown means, whatever it is. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof ApiError) return fromApiError(error);
  if (isAbort(error)) return new StorageError('canceled', { cause: error });
  return new StorageError('unknown', { detail: String(error), cause: error });
}

/** What one try failed with: a lost connection, or an error that can be told to a person. */
export function failureOf(error: unknown): StorageError | ConnectionLost {
  if (error instanceof ConnectionLost) return error;
  if (error instanceof ApiError && error.status === 0) return new ConnectionLost(error);
  return toStorageError(error);
}

function fromApiError(error: ApiError, detail: unknown = error.data): StorageError {
  const { status, code: serverCode, message } = error;
  const code =
    serverCode === 'unauthorized-app'
      ? serverCode
      : (codesByStatus[status] ?? (status >= 500 ? 'internal-error' : 'unknown'));
  return new StorageError(code, { message, status, serverCode, detail, cause: error });
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
