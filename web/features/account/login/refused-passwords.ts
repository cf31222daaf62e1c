import { ApiError } from '#client/api-error.ts';
import type { ErrorCode } from '#contract/errors.ts';

export type RefusedPasswords = ReturnType<typeof createRefusedPasswords>;

/** The passwords that the server refused while a page was open, and why: it is not asked about them again. */
export function createRefusedPasswords() {
  const codes = new Map<string, ErrorCode>();
  return {
    /** Whether an error is about the password, which is then remembered. */
    add(password: string, error: unknown): boolean {
      const isRefused = error instanceof ApiError && error.code.startsWith('password-');
      if (isRefused) codes.set(password, error.code);
      return isRefused;
    },
    codeOf: (password: string): ErrorCode | undefined => codes.get(password),
  };
}
