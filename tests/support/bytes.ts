import { createCipheriv, createHash } from 'node:crypto';

/** Bytes that look random and are the same for the same length and seed. */
export function bytes(length: number, seed = 'keepsake'): Uint8Array<ArrayBuffer> {
  const key = createHash('sha256').update(seed).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return new Uint8Array(stream.update(Buffer.alloc(length)));
}

/** The SHA-256 in lower-case hexadecimal. */
export function sha256(content: Uint8Array | ArrayBuffer): string {
  return createHash('sha256')
    .update(content instanceof ArrayBuffer ? new Uint8Array(content) : content)
    .digest('hex');
}
