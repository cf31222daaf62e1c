import { readBytes, type SourceBytes, sliceOf } from '../requests/source-bytes.ts';
import { StorageError } from '../requests/storage-error.ts';

/** Read at a time, in bytes: large enough to be fast, small enough for a phone. */
const pieceBytes = 4 * 1024 ** 2;

/**
 * Reads a part of the bytes piece by piece, always into the same memory where the platform can: new memory for each piece takes
 * a browser several times as long as reading it. A piece is gone when the next one is asked for. Throws cannot-slice-blob.
 */
export async function* readPieces(body: SourceBytes, from: number, to: number): AsyncGenerator<Uint8Array, void> {
  const part = sliceOf(body, from, to);
  if (part instanceof Uint8Array) return yield part;
  const reader = byteReaderOf(part);
  if (reader === undefined) return yield* readSlices(part);
  let left = part.size;
  try {
    let memory = new ArrayBuffer(Math.min(pieceBytes, left));
    while (left > 0) {
      const { value } = await reader.read(new Uint8Array(memory));
      if (value === undefined || value.byteLength === 0) break;
      left -= value.byteLength;
      yield value;
      memory = value.buffer;
    }
  } catch (cause) {
    throw new StorageError('cannot-slice-blob', { cause });
  } finally {
    reader.cancel().catch(() => {});
  }
  if (left > 0) throw new StorageError('cannot-slice-blob', { detail: { from, to, left } });
}

/** Undefined where the stream of a file cannot read into memory that it is given. */
function byteReaderOf(part: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return part.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}

async function* readSlices(part: Blob): AsyncGenerator<Uint8Array, void> {
  for (let from = 0; from < part.size; from += pieceBytes)
    yield await readBytes(part, from, Math.min(from + pieceBytes, part.size));
}
