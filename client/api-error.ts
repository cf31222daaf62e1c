import type { ErrorBody, ErrorCode } from '#contract/errors.ts';

/**
 * Every failure of a call to the server.
 * `code` is the contract's code; if the server could not be reached it is `unavailable`, and `status` is 0.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: unknown;

  constructor(body: ErrorBody, status: number, options?: ErrorOptions) {
    super(body.message, options);
    this.name = 'ApiError';
    this.code = body.code;
    this.status = status;
    this.data = body.data;
  }
}

/** Reads the error body of a response; anything else becomes `unavailable` or `internal-error`. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  return errorFromBody(body, response.status);
}

export function errorFromBody(body: unknown, status: number): ApiError {
  if (isErrorBody(body)) return new ApiError(body, status);
  const code: ErrorCode = status === 502 || status === 503 || status === 504 ? 'unavailable' : 'internal-error';
  return new ApiError({ code, message: `The server answered ${status}.` }, status);
}

/** Converts a TypeError of `fetch` to an ApiError. Any other error, such as that of an aborted call, stays as it is. */
export function toApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof TypeError) {
    return new ApiError({ code: 'unavailable', message: 'The server cannot be reached.' }, 0, { cause: error });
  }
  return error;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return (
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'message' in body
  );
}
