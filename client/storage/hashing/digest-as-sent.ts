import { sizeOf } from '../requests/source-bytes.ts';
import { createHasher, type Hasher } from './hash.ts';
import type { Digest } from './whole-digest.ts';

/** Computed here from the bytes as they are sent, even if the file changes meanwhile. */
export const digestAsSent: Digest = (body) => {
  let hasher: Hasher | undefined;
  let known: string | undefined;

  return {
    begin() {},
    /** Reads any earlier bytes that were never hashed here first, as after a reload. */
    async update(bytes, from) {
      if (known !== undefined) return;
      hasher ??= await createHasher();
      await hasher.readUpTo(body, from);
      // Of bytes that are sent again, only the new ones are hashed.
      if (from + bytes.byteLength > hasher.hashedBytes) hasher.update(bytes.subarray(hasher.hashedBytes - from));
    },
    async hex() {
      if (known !== undefined) return known;
      hasher ??= await createHasher();
      await hasher.readUpTo(body, sizeOf(body));
      return (known = hasher.hex());
    },
  };
};
