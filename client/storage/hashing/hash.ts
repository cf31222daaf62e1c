import { requireGlobals } from '../requests/environment.ts';
import { readBytes, type SourceBytes, sizeOf } from '../requests/source-bytes.ts';
import { StorageError } from '../requests/storage-error.ts';

/** Read at once, in bytes: large enough to be fast, small enough for a telephone. */
const pieceBytes = 4 * 1024 ** 2;

/** A SHA-256 that takes bytes in order. */
export type Hasher = {
  /** Bytes taken so far. */
  readonly taken: number;
  take(bytes: Uint8Array): void;
  /** Of everything taken, hexadecimal; the last call. */
  hex(): string;
};

/** Makes a streaming SHA-256 (WebAssembly, loaded when it is needed). Throws unsupported-environment without it. */
export async function createHasher(): Promise<Hasher> {
  requireGlobals(['WebAssembly']);
  const { createSHA256 } = await import('./wasm-sha256.ts');
  // A content security policy may forbid it although it is there.
  const sha256 = await createSHA256().catch((cause: unknown) => {
    throw new StorageError('unsupported-environment', { detail: { missing: ['WebAssembly'] }, cause });
  });
  sha256.init();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(bytes) {
      sha256.update(bytes);
      taken += bytes.byteLength;
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
  await hashOn(hasher, body, sizeOf(body), (bytes) => {
    signal?.throwIfAborted();
    onProgress?.(bytes);
  });
  return hasher.hex();
}

/** Reads what the hasher has not taken yet, up to `end`. */
export async function hashOn(hasher: Hasher, body: SourceBytes, end: number, onPiece?: (taken: number) => void) {
  while (hasher.taken < end) {
    const from = hasher.taken;
    hasher.take(await readBytes(body, from, Math.min(from + pieceBytes, end)));
    onPiece?.(hasher.taken);
  }
}
