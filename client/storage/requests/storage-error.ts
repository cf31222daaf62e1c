import type { ErrorCode } from '#contract/errors.ts';
import { type StorageErrorCode, storageErrors } from '#contract/storage-errors.ts';
import { ApiError, errorFromBody } from '../../api-error.ts';

type Details = {
  /** Replaces the message of the code, for example by the server's own. */
  message?: string;
  /** The HTTP status; 0 without a response. */
  status?: number;
  /** The contract's error code in the response. */
  serverCode?: ErrorCode;
  /** Further information for programmers. */
  detail?: unknown;
  cause?: unknown;
};

/**
 * Every failure of the storage client. `code` is one of contract/storage-errors.ts; `message` is for the
 * person: the server's own if it sent one, otherwise that of the code.
 */
export class StorageError extends Error {
  readonly code: StorageErrorCode;
  readonly status: number;
  readonly serverCode: ErrorCode | undefined;
  readonly detail: unknown;

  constructor(code: StorageErrorCode, { message, status = 0, serverCode, detail, cause }: Details = {}) {
    super(message ?? storageErrors[code], cause === undefined ? undefined : { cause });
    this.name = 'StorageError';
    this.code = code;
    this.status = status;
    this.serverCode = serverCode;
    this.detail = detail;
  }
}

/** The server could not be reached or its response was lost: whether it handled the request is unknown. */
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

/** Converts a response with an error status (specification, section 8). `text` is its body, which may be anything. */
export function errorFromAnswer(status: number, text: string): StorageError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Responses to HEAD and from proxies have no error body of ours.
  }
  return fromApiError(errorFromBody(body, status), body === undefined ? { answer: text.slice(0, 200) } : undefined);
}

/** Converts anything that was thrown. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof ApiError) return fromApiError(error);
  if (isAbort(error)) return new StorageError('canceled', { cause: error });
  return new StorageError('unknown', { detail: String(error), cause: error });
}

/** The error of one attempt: a lost connection, or an error that can be shown to a person. */
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
