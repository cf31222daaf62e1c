import { createHash } from 'node:crypto';

/** A digest of bytes in base64, as headers tell it. */
export function base64Digest(algorithm: 'sha1' | 'sha256' | 'md5', content: Uint8Array): string {
  return createHash(algorithm).update(content).digest('base64');
}

/** `Repr-Digest` of bytes (RFC 9530). */
export function reprDigest(content: Uint8Array): string {
  return `sha-256=:${base64Digest('sha256', content)}:`;
}
