import { ApiError } from '#client/api-error.ts';
import { isPasswordErrorCode, type PasswordErrorCode } from '#contract/passwords.ts';

export type RefusedPasswords = ReturnType<typeof createRefusedPasswords>;

/** The passwords that the server refused while a page was open, and why: it is not asked about them again. */
export function createRefusedPasswords() {
  const codes = new Map<string, PasswordErrorCode>();
  return {
    /** Whether an error is about the password, which is then remembered. */
    add(password: string, error: unknown): boolean {
      const code = error instanceof ApiError ? error.code : '';
      const isRefused = isPasswordErrorCode(code);
      if (isRefused) codes.set(password, code);
      return isRefused;
    },
    codeOf: (password: string): PasswordErrorCode | undefined => codes.get(password),
  };
}
