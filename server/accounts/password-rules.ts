import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { ErrorCode } from '#contract/errors.ts';

/**
 * Passwords of at least eight characters among the 20,000 most used ones, in lower case, one per line. From Django 5.2
 * (`contrib/auth/common-passwords.txt.gz`, license beside it), which took them from Have I Been Pwned; `zcat` shows them.
 */
const listFile = new URL('./common-passwords.txt.gz', import.meta.url);

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Why a password of the right length cannot be that of a new account, or a new one of the account with this email address
 * (NIST SP 800-63B, section 5.1.1.2); undefined if it can.
 */
export async function passwordProblem(password: string, email: string): Promise<ErrorCode | undefined> {
  const typed = password.normalize('NFKC').trim().toLowerCase();
  const address = email.normalize('NFKC').trim().toLowerCase();
  if (typed === address || typed === address.slice(0, address.lastIndexOf('@'))) return 'password-is-address';
  return (await (list ??= readList())).has(typed) ? 'password-too-common' : undefined;
}

async function readList(): Promise<ReadonlySet<string>> {
  return new Set(
    gunzipSync(await readFile(listFile))
      .toString('utf8')
      .trimEnd()
      .split('\n'),
  );
}
