import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readBatch } from './read-batch.ts';

const content = [0, 1, 7, 300, 64, 0].map((length, i) =>
  createHash('shake256', { outputLength: length }).update(`${i}`).digest(),
);
const index = Buffer.from(
  JSON.stringify({ files: content.map(({ length }, i) => ({ length, metadata: { filename: `${i}.bin` } })) }),
);
const prefix = Buffer.alloc(4);
prefix.writeUInt32BE(index.length);
const body = Buffer.concat([prefix, index, ...content]);

/** The body as it may come: in pieces of a length, with one that is empty after each. */
function inPieces(whole: Buffer, length: number): Buffer[] {
  const count = Math.ceil(whole.length / length);
  return Array.from({ length: count }, (_, i) => whole.subarray(i * length, (i + 1) * length)).flatMap((piece) => [
    piece,
    Buffer.alloc(0),
  ]);
}

test.each([1, 2, 3, 5, 64, 299, body.length])('files are what they were, in pieces of %i bytes', (length) => {
  const files = readBatch(inPieces(body, length));
  expect(files.map((file) => file.bytes)).toEqual(content);
});

test.each([1, 64, body.length])('what is too short or too long is refused, in pieces of %i bytes', (length) => {
  const refused = { code: 'invalid-input' };
  const read = (whole: Buffer) => () => readBatch(inPieces(whole, length));
  const cutAt = [0, 3, 4, 4 + index.length - 1, 4 + index.length, body.length - 1];
  for (const end of cutAt)
    expect(read(body.subarray(0, end)), `${end} bytes`).toThrow(expect.objectContaining(refused));
  expect(read(Buffer.concat([body, Buffer.alloc(1)]))).toThrow(expect.objectContaining(refused));
});
