import { type SourceBytes, sizeOf } from '../requests/source-bytes.ts';
import { createHasher, type Hasher, hashUpTo } from './hash.ts';

/**
 * `true`: computed here from the bytes as they are sent. A function: computes the hexadecimal SHA-256 elsewhere during the
 * upload; undefined if it cannot.
 */
export type Digest = boolean | (() => Promise<string | undefined>);

/** The SHA-256 of a whole file, ready for the request that carries its last bytes. */
export function createWholeDigest(body: SourceBytes, wanted: Digest) {
  let hasher: Hasher | undefined;
  let known: string | undefined;
  let computed: Promise<string | undefined> | undefined;

  return {
    /** Whether the bytes of each request have to be read for hashing. */
    readsBytes: wanted === true,
    /** Starts the computation elsewhere, if there is one, when the upload starts. */
    begin() {
      if (typeof wanted === 'function') computed ??= wanted();
      computed?.catch(() => {}); // `hex` rejects with it.
    },
    /** Hashes the bytes of a request. Reads any earlier bytes that were never hashed here first, as after a reload. */
    async update(bytes: Uint8Array, from: number): Promise<void> {
      if (wanted !== true || known !== undefined) return;
      hasher ??= await createHasher();
      await hashUpTo(hasher, body, from);
      // Of bytes that are sent again, only the new ones are hashed.
      if (from + bytes.byteLength > hasher.hashedBytes) hasher.update(bytes.subarray(hasher.hashedBytes - from));
    },
    /** Hexadecimal; undefined if no digest is wanted. Reads the bytes that have not been hashed yet. */
    async hex(): Promise<string | undefined> {
      if (known !== undefined || wanted === false) return known;
      if (wanted !== true) {
        this.begin();
        return (known = await computed);
      }
      hasher ??= await createHasher();
      await hashUpTo(hasher, body, sizeOf(body));
      return (known = hasher.hex());
    },
  };
}
