import { StorageError } from './storage-error.ts';

/** The bytes of a file: a File or Blob (in Node also from `fs.openAsBlob`), or bytes in memory. */
export type SourceBytes = Blob | Uint8Array;

export function sizeOf(body: SourceBytes): number {
  return body instanceof Uint8Array ? body.byteLength : body.size;
}

/** A part of the bytes, without reading them. Browsers take a while to slice a file, even for all of it. */
export function sliceOf(body: SourceBytes, from: number, to: number): SourceBytes {
  if (from === 0 && to === sizeOf(body)) return body;
  return body instanceof Uint8Array ? body.subarray(from, to) : body.slice(from, to);
}

/** Reads a part of the bytes. Throws cannot-slice-blob if the file has changed or can no longer be read. */
export async function readBytes(body: SourceBytes, from: number, to: number): Promise<Uint8Array> {
  const part = sliceOf(body, from, to);
  if (part instanceof Uint8Array) return part;
  try {
    const bytes = new Uint8Array(await part.arrayBuffer());
    if (bytes.byteLength === to - from) return bytes;
  } catch (cause) {
    throw new StorageError('cannot-slice-blob', { cause });
  }
  throw new StorageError('cannot-slice-blob', { detail: { from, to } });
}

/**
 * Throws cannot-slice-blob if the byte at `at` cannot be read: without this check, a request with an unreadable body looks
 * like a lost connection.
 */
export async function checkReadable(body: SourceBytes, at: number): Promise<void> {
  const from = Math.min(at, Math.max(sizeOf(body) - 1, 0));
  await readBytes(body, from, Math.min(from + 1, sizeOf(body)));
}
