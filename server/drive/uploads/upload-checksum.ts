import { createHash } from 'node:crypto';
import type { ChecksumAlgorithm } from '#contract/storage.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** What the bytes of one request hash to, as the client says. */
export type Checksum = { algorithm: ChecksumAlgorithm; digest: Buffer };

/** Passes the bytes on and throws checksum-mismatch behind the last one when they are not those that were sent. */
export async function* checked(bytes: AsyncIterable<Buffer>, { algorithm, digest }: Checksum): AsyncIterable<Buffer> {
  const hash = createHash(algorithm);
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
  if (!hash.digest().equals(digest)) throw new KeepsakeError('checksum-mismatch');
}

/** Passes the bytes on and throws upload-too-long before the first one that is too many. */
export async function* atMost(bytes: AsyncIterable<Buffer>, count: number): AsyncIterable<Buffer> {
  let left = count;
  for await (const piece of bytes) {
    left -= piece.length;
    if (left < 0) throw new KeepsakeError('upload-too-long');
    yield piece;
  }
}

export function hashesTo(bytes: Buffer, { algorithm, digest }: Checksum): boolean {
  return createHash(algorithm).update(bytes).digest().equals(digest);
}
