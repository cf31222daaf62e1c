import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readPieces } from './read-pieces.ts';

const content = Buffer.from(new Uint8Array(10_000_000).map((_, i) => (i * 31) % 251));

/** As in a browser that cannot read into memory that it is given. */
class PlainBlob extends Blob {
  override stream() {
    return new ReadableStream<Uint8Array<ArrayBuffer>>();
  }
}

/** Copies: a piece is gone when the next one is asked for. */
async function read(...asked: Parameters<typeof readPieces>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(...asked)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

test.each([
  ['a Blob', new Blob([content])],
  ['a Blob without such a stream', new PlainBlob([content])],
  ['bytes', new Uint8Array(content)],
])('all and parts of %s', async (_what, body) => {
  expect((await read(body, 0, content.length)).equals(content)).toBe(true);
  expect((await read(body, 5, 9_000_001)).equals(content.subarray(5, 9_000_001))).toBe(true);
  expect(await read(body, 7, 7)).toHaveLength(0);
});

test('a piece has at most 4 MiB', async () => {
  const sizes: number[] = [];
  for await (const piece of readPieces(new PlainBlob([content]), 0, content.length)) sizes.push(piece.length);
  for await (const piece of readPieces(new Blob([content]), 0, content.length)) sizes.push(piece.length);
  expect(Math.max(...sizes)).toBe(4 * 1024 ** 2);
});

test('a file that becomes shorter cannot be read, before and while it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-pieces-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    const body = await openAsBlob(path);
    const reading = readPieces(body, 0, content.length);
    await reading.next();
    await truncate(path, 5_000_000);
    const rest = async () => {
      for await (const piece of reading) expect(piece.length).toBeGreaterThan(0);
    };
    await expect(rest()).rejects.toMatchObject({ code: 'cannot-slice-blob' });
    await expect(read(body, 0, content.length)).rejects.toMatchObject({ code: 'cannot-slice-blob' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('nothing is read any more when nobody wants the next piece', async () => {
  const cancel = vi.fn<() => void>();
  class EndlessBlob extends Blob {
    override stream() {
      return new ReadableStream({ type: 'bytes', pull: (to) => to.enqueue(new Uint8Array(1000)), cancel });
    }
  }
  for await (const piece of readPieces(new EndlessBlob([content]), 0, content.length)) {
    expect(piece).toHaveLength(1000);
    break;
  }
  expect(cancel).toHaveBeenCalledOnce();
});
