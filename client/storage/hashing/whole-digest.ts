import type { SourceBytes } from '../requests/source-bytes.ts';

/** How the SHA-256 of a whole file is computed, so that it is ready for the request that carries the last bytes. */
export type Digest = (body: SourceBytes) => WholeDigest;

export type WholeDigest = {
  /** Has to see the bytes of each request before they are sent; absent if it reads the file by itself. */
  update?(bytes: Uint8Array, from: number): Promise<void>;
  /** The upload starts. */
  begin(): void;
  /** Hexadecimal; undefined if it could not be computed. Reads the bytes that have not been hashed yet. */
  hex(): Promise<string | undefined>;
};

/** Computed by `compute` during the upload, which resolves with undefined if it cannot. */
export function digestElsewhere(compute: () => Promise<string | undefined>): Digest {
  return () => {
    let computed: Promise<string | undefined> | undefined;
    const begin = () => {
      computed ??= compute();
      computed.catch(() => {}); // `hex` rejects with it.
      return computed;
    };
    return { begin, hex: begin };
  };
}
