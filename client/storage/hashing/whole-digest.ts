import { wholeDigestHeader } from '#contract/storage.ts';
import { hexToBase64 } from '../requests/base64.ts';
import { type SourceBytes, sizeOf } from '../requests/source-bytes.ts';
import { createHasher, type Hasher, hashOn } from './hash.ts';

/**
 * `true`: computed here from the bytes as they are sent. A function: computes it elsewhere while they are sent,
 * hexadecimal SHA-256; undefined when it cannot.
 */
export type Digest = boolean | (() => Promise<string | undefined>);

/** The SHA-256 of a whole file, made ready for the request that carries its last bytes. */
export function createWholeDigest(body: SourceBytes, wanted: Digest) {
  let hasher: Hasher | undefined;
  let known: string | undefined;
  let computed: Promise<string | undefined> | undefined;

  return {
    /** Whether the bytes of each request have to be read here. */
    readsBytes: wanted === true,
    /** Bytes begin to be sent: what computes the digest elsewhere begins as well. */
    begin() {
      if (typeof wanted === 'function') computed ??= wanted();
      computed?.catch(() => {}); // Told with the last bytes.
    },
    /** Takes the bytes of a request. What came before them and was never seen here, as after a reload, is read first. */
    async take(bytes: Uint8Array, from: number): Promise<void> {
      if (wanted !== true || known !== undefined) return;
      hasher ??= await createHasher();
      await hashOn(hasher, body, from);
      // Of bytes that are sent again only those that are new count.
      if (from + bytes.byteLength > hasher.taken) hasher.take(bytes.subarray(hasher.taken - from));
    },
    /** The header of the last request (RFC 9530, section 3); nothing when no digest is wanted. */
    async header(): Promise<Record<string, string>> {
      const sha256 = await this.hex();
      return sha256 === undefined ? {} : { [wholeDigestHeader]: `sha-256=:${hexToBase64(sha256)}:` };
    },
    /** Hexadecimal; undefined when no digest is wanted. What was not taken yet is read. */
    async hex(): Promise<string | undefined> {
      if (known !== undefined || wanted === false) return known;
      if (wanted !== true) {
        this.begin();
        return (known = await computed);
      }
      hasher ??= await createHasher();
      await hashOn(hasher, body, sizeOf(body));
      return (known = hasher.hex());
    },
  };
}
