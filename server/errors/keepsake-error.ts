import { type ErrorCode, errors } from '#contract/errors.ts';

/** An error with a code of the contract. It rolls back the transaction it is thrown in. */
export class KeepsakeError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;

  constructor(code: ErrorCode, options: { data?: unknown; cause?: unknown } = {}) {
    super(errors[code].message, { cause: options.cause });
    this.code = code;
    this.data = options.data;
  }
}
