import { createHash } from 'node:crypto';
import type { ChecksumAlgorithm } from '#contract/storage.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';

/** The checksum of the bytes of one request, according to the client. */
export type Checksum = { algorithm: ChecksumAlgorithm; digest: Buffer };

/** Passes the bytes on and throws checksum-mismatch after the last one if they do not match. */
export async function* checked(bytes: AsyncIterable<Buffer>, { algorithm, digest }: Checksum): AsyncIterable<Buffer> {
  const hash = createHash(algorithm);
  for await (const piece of bytes) {
    hash.update(piece);
    yield piece;
  }
  if (!hash.digest().equals(digest)) throw new KeepsakeError('checksum-mismatch');
}

/** Passes at most `count` bytes on and throws upload-too-long before the first one in excess. */
export async function* atMost(bytes: AsyncIterable<Buffer>, count: number): AsyncIterable<Buffer> {
  let left = count;
  for await (const piece of bytes) {
    left -= piece.length;
    if (left < 0) throw new KeepsakeError('upload-too-long');
    yield piece;
  }
}

/** Passes bytes on, those that make up `count` only once that is confirmed. Throws what `confirm` throws. */
export async function* confirmedAtEnd(
  bytes: AsyncIterable<Buffer>,
  count: number,
  confirm: () => Promise<unknown> = async () => {},
): AsyncIterable<Buffer> {
  let left = count;
  if (left === 0) await confirm();
  for await (const piece of bytes) {
    left -= piece.length;
    if (left === 0) await confirm();
    yield piece;
  }
}

export function hashesTo(bytes: Buffer, { algorithm, digest }: Checksum): boolean {
  return createHash(algorithm).update(bytes).digest().equals(digest);
}
