import { toHex } from '../requests/encodings.ts';
import { readBytes, type SourceBytes, sizeOf } from '../requests/source-bytes.ts';

/**
 * The SHA-256 of a small file in hexadecimal, by the platform's own, which cannot be fed in parts; undefined where it is not
 * to be had: browsers have it on HTTPS and on this machine only. Throws cannot-slice-blob.
 */
export async function sha256AtOnce(body: SourceBytes): Promise<string | undefined> {
  // The types call it always there.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return undefined;
  const bytes = await readBytes(body, 0, sizeOf(body));
  return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)));
}
