import type { BatchIndex } from '#contract/records/upload-batch.ts';
import { type SourceBytes, sizeOf } from '../requests/source-bytes.ts';

type File = { body: SourceBytes; metadata: Record<string, string> };

/** The body of `POST /api/files/batch`, and where in it the first file begins. */
export function batchBody(files: readonly File[]): { body: Blob; start: number } {
  const index: BatchIndex = { files: files.map(({ body, metadata }) => ({ length: sizeOf(body), metadata })) };
  const json = new TextEncoder().encode(JSON.stringify(index));
  const prefix = new Uint8Array(4);
  new DataView(prefix.buffer).setUint32(0, json.length);
  const bodies = files.map(({ body }) => body as BlobPart);
  return { body: new Blob([prefix, json, ...bodies]), start: prefix.length + json.length };
}

/** How many bytes of each file are among the first `sent` of all their bytes. */
export function sentOfEach(sizes: readonly number[], sent: number): number[] {
  let begin = 0;
  return sizes.map((size) => {
    const ofThis = Math.min(Math.max(sent - begin, 0), size);
    begin += size;
    return ofThis;
  });
}
