/** A file of a batch: its bytes, and its metadata as tus has them. */
export type BatchEntry = { bytes: Uint8Array; metadata: Record<string, string>; length?: number };

/** The body of `POST /api/files/batch` (contract/records/upload-batch.ts). */
export function batchBody(entries: readonly BatchEntry[]): Buffer<ArrayBuffer> {
  const files = entries.map(({ bytes, metadata, length = bytes.length }) => ({ length, metadata }));
  const index = Buffer.from(JSON.stringify({ files }));
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(index.length);
  return Buffer.concat([prefix, index, ...entries.map(({ bytes }) => bytes)]);
}
