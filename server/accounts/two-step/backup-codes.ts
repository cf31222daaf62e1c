import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { backupCodeCount } from '#contract/limits.ts';

/** Crockford's base32: no letter is taken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codePattern = /^[\dA-HJKMNP-TV-Z]{10}$/;
/** 50 random bits. */
const codeLength = 10;
/** For random codes less than for passwords, which people choose: 4 MiB, about 10 ms. */
const cost = { N: 4096, r: 8, p: 1 };
const keyBytes = 32;
const saltBytes = 16;
const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt);

/** New codes, all different, as people see them: XXXXX-XXXXX. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < backupCodeCount) {
    const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]);
    codes.add(letters.join('').replace(/^.{5}/, '$&-'));
  }
  return [...codes];
}

/** For the hashes of the codes of one account. */
export function newCodeSalt(): string {
  return randomBytes(saltBytes).toString('hex');
}

/** The stored form of a code (scrypt); undefined for what cannot be one. */
export async function hashOfBackupCode(typed: string, salt: string): Promise<string | undefined> {
  const code = backupCodeFrom(typed);
  return code === undefined ? undefined : (await derive(code, salt, keyBytes, cost)).toString('hex');
}

/** A code without what people add or mistake, however somebody typed it; undefined for what cannot be one. */
export function backupCodeFrom(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return codePattern.test(letters) ? letters : undefined;
}
