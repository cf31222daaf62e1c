import { createHash, randomBytes } from 'node:crypto';
import { tokenBytes } from '#contract/storage.ts';

/** A new random secret, as text that is safe in headers and addresses (base64url, RFC 4648 section 5). */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** The stored form of a token. A token has 256 random bits, so a plain hash of it cannot be reversed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
