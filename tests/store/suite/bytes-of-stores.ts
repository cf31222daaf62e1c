import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { type BlobStore, pieceBytes, type SumsPart } from '#server/blobs/blob-store.ts';

/** Compared as a whole: looking at each of many bytes takes a test seconds. */
export async function expectBytes(store: BlobStore, id: string, content: Buffer): Promise<void> {
  const found = await readAll(store, id);
  expect(found.length).toBe(content.length);
  expect(found.equals(content)).toBe(true);
}

export async function readAll(store: BlobStore, id: string): Promise<Buffer> {
  const blob = await store.open(id);
  try {
    const into = Buffer.alloc(blob.size + 1);
    const count = await blob.read(0, into);
    return into.subarray(0, count);
  } finally {
    await blob.close();
  }
}

/** In pieces of the size in which they come from a socket. */
export async function* streamOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

export function hashesOf(content: Buffer) {
  return { sha256: createHash('sha256').update(content).digest('hex') };
}

export async function partsOf(sums: { parts(): AsyncIterable<SumsPart> }): Promise<SumsPart[]> {
  const parts: SumsPart[] = [];
  for await (const { crc32s } of sums.parts()) parts.push({ crc32s: Buffer.from(crc32s) });
  return parts;
}

/** Of a blob that is smaller than a part of sums. */
export function sumsOf(content: Buffer): SumsPart[] {
  const crc32s: Buffer[] = [];
  for (let at = 0; at < content.length; at += pieceBytes) {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(content.subarray(at, at + pieceBytes)));
    crc32s.push(sum);
  }
  return [{ crc32s: Buffer.concat(crc32s) }];
}
