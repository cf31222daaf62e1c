import { requireGlobals } from '../requests/environment.ts';
import { type SourceBytes, sizeOf } from '../requests/source-bytes.ts';
import { StorageError } from '../requests/storage-error.ts';
import { readPieces } from './read-pieces.ts';

/** A streaming SHA-256. */
export type Hasher = {
  /** Bytes hashed so far. */
  readonly hashedBytes: number;
  update(bytes: Uint8Array): void;
  /** Reads and hashes the bytes from where it is up to `end`. Throws cannot-slice-blob. */
  readUpTo(body: SourceBytes, end: number, onPiece?: () => void): Promise<void>;
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
  const update = (bytes: Uint8Array) => {
    sha256.update(bytes);
    hashedBytes += bytes.byteLength;
  };
  return {
    get hashedBytes() {
      return hashedBytes;
    },
    update,
    async readUpTo(body, end, onPiece) {
      for await (const piece of readPieces(body, hashedBytes, end)) {
        update(piece);
        onPiece?.();
      }
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
  await hasher.readUpTo(body, sizeOf(body), () => {
    signal?.throwIfAborted();
    onProgress?.(hasher.hashedBytes);
  });
  return hasher.hex();
}
