import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { ErrorCode } from '#contract/errors.ts';
import { comparable, plainPasswordProblem } from '#contract/passwords.ts';
import { loadOnce } from '#server/errors/load-once.ts';

/**
 * Passwords of at least eight characters among the 20,000 most used ones, in lower case, one per line. From Django 5.2
 * (`contrib/auth/common-passwords.txt.gz`, license beside it), which took them from Have I Been Pwned; `zcat` shows them.
 */
const listFile = new URL('./common-passwords.txt.gz', import.meta.url);

const commonPasswords = loadOnce(readList);

/** The name of the product. */
const productName = 'keepsake';

/** Whose password it would be, and where. */
type About = {
  email: string;
  /** The host of the server's public address. */
  host: string;
};

/**
 * Why a password cannot be that of a new account, or a new one of the account with this email address (NIST SP 800-63B,
 * section 5.1.1.2); undefined if it can.
 */
export async function passwordProblem(password: string, { email, host }: About): Promise<ErrorCode | undefined> {
  const problem = plainPasswordProblem(password, email);
  if (problem !== undefined) return problem;
  const typed = comparable(password);
  if ([productName, host, host.split('.', 1)[0] ?? ''].some((word) => isMadeOf(typed, word)))
    return 'password-is-service';
  if ((await commonPasswords()).has(typed)) return 'password-too-common';
  // The pages and the command line trim what is typed (specification, section 5), so nobody could type it there.
  return password === password.trim() ? undefined : 'password-has-outer-spaces';
}

/** Whether the letters of a text are those of a word, once or repeated: `Keepsake-2026!`. */
function isMadeOf(text: string, word: string): boolean {
  const [letters, part] = [lettersOf(text), lettersOf(word)];
  return part !== '' && letters !== '' && letters === part.repeat(Math.ceil(letters.length / part.length));
}

function lettersOf(text: string): string {
  return comparable(text).replace(/[^\p{L}]/gu, '');
}

async function readList(): Promise<ReadonlySet<string>> {
  return new Set(
    gunzipSync(await readFile(listFile))
      .toString('utf8')
      .trimEnd()
      .split('\n'),
  );
}
