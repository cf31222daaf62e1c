import { toHex } from '../requests/encodings.ts';
import { requireGlobals } from '../requests/environment.ts';
import { readBytes, type SourceBytes, sizeOf } from '../requests/source-bytes.ts';
import { StorageError } from '../requests/storage-error.ts';

/** Read at a time, in bytes: large enough to be fast, small enough for a phone. */
const pieceBytes = 4 * 1024 ** 2;

/** A streaming SHA-256. */
export type Hasher = {
  /** Bytes hashed so far. */
  readonly hashedBytes: number;
  update(bytes: Uint8Array): void;
  /** The hash in hexadecimal; the last call. */
  hex(): string;
};

/** Creates a streaming SHA-256 (WebAssembly, loaded on first use). Throws unsupported-environment without it. */
export async function createHasher(): Promise<Hasher> {
  requireGlobals(['WebAssembly']);
  const { createSHA256 } = await import('./wasm-sha256.ts');
  // A content security policy may forbid WebAssembly although the global exists.
  const sha256 = await createSHA256().catch((cause: unknown) => {
    throw new StorageError('unsupported-environment', { detail: { missing: ['WebAssembly'] }, cause });
  });
  sha256.init();
  let hashedBytes = 0;
  return {
    get hashedBytes() {
      return hashedBytes;
    },
    update(bytes) {
      sha256.update(bytes);
      hashedBytes += bytes.byteLength;
    },
    hex: () => sha256.digest('hex'),
  };
}

export type HashOptions = {
  signal?: AbortSignal;
  /** Called with the bytes hashed so far. */
  onProgress?: (bytes: number) => void;
};

/** The SHA-256 of a file in hexadecimal; reads it in pieces. Throws cannot-slice-blob. */
export async function sha256Of(body: SourceBytes, { signal, onProgress }: HashOptions = {}): Promise<string> {
  const hasher = await createHasher();
  await hashUpTo(hasher, body, sizeOf(body), (bytes) => {
    signal?.throwIfAborted();
    onProgress?.(bytes);
  });
  return hasher.hex();
}

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

/** Reads and hashes the bytes from where the hasher is up to `end`. */
export async function hashUpTo(
  hasher: Hasher,
  body: SourceBytes,
  end: number,
  onPiece?: (hashedBytes: number) => void,
) {
  while (hasher.hashedBytes < end) {
    const from = hasher.hashedBytes;
    hasher.update(await readBytes(body, from, Math.min(from + pieceBytes, end)));
    onPiece?.(hasher.hashedBytes);
  }
}
