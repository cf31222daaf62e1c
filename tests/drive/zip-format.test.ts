import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  type Directory,
  directoryHeader,
  directoryLength,
  endLength,
  endOfArchive,
  localHeader,
  localLength,
  memberLength,
  type ZipMember,
} from '#server/drive/archives/zip-format.ts';
import { combineCrc32 } from '#server/integrity/combine-crc32.ts';
import { lookInto } from '#tests/support/client/zip-readers.ts';

const text = Buffer.from('behind all of it');

test.each([
  ['70,000 members', 70_000, 0],
  ['a member of 4 GiB less a byte', 3, 2 ** 32 - 1],
  ['one of more', 3, 2 ** 32 + 5],
])('a zip with %s has the told lengths, and its last member is found', async (_what, count, largeBytes) => {
  const sums = new Map([
    ['large.bin', crc32OfZeros(largeBytes)],
    ['last.txt', crc32(text)],
  ]);
  const crc32Of = ({ path }: ZipMember) => sums.get(path) ?? 0;
  const members: ZipMember[] = [
    { path: 'large.bin', size: largeBytes, modifiedAt: Date.UTC(1965, 0) },
    ...Array.from({ length: count - 2 }, (_, at) => ({ path: `folder ${at}/`, size: 0, modifiedAt: 0 })),
    { path: 'last.txt', size: text.length, modifiedAt: Date.UTC(2040, 1) },
  ];
  await withFile(async (path, write) => {
    const locals = members.map((member) => localHeader(member, crc32Of(member)));
    expect(locals.map(({ length }) => length)).toEqual(members.map(localLength));
    let offset = 0;
    const offsets = members.map((member) => (offset += memberLength(member)) - memberLength(member));
    // What lies between the first header and the second is not written.
    const [large = Buffer.alloc(0), ...others] = locals;
    await write(large, 0);
    await write(Buffer.concat([...others, text]), offsets[1] ?? 0);
    const headers = members.map((member, at) =>
      directoryHeader(member, { offset: offsets[at] ?? 0, crc32: crc32Of(member) }),
    );
    expect(headers.map(({ length }) => length)).toEqual(
      members.map((member, at) => directoryLength(member, offsets[at] ?? 0)),
    );
    const directory: Directory = { offset, length: Buffer.concat(headers).length, count: members.length };
    const end = endOfArchive(directory);
    expect(end.length).toBe(endLength(directory));
    await write(Buffer.concat([...headers, end]), offset);
    const found = await lookInto(path, { sizeOf: 'large.bin', textOf: 'last.txt' });
    const all = { count: members.length, size: largeBytes, text: text.toString() };
    expect(found).toEqual({ python: all, java: all });
  });
});

function crc32OfZeros(size: number): number {
  const piece = Buffer.alloc(2 ** 20);
  const sumOfPiece = crc32(piece);
  let sum = 0;
  for (let at = 0; at < size; at += piece.length) {
    const length = Math.min(piece.length, size - at);
    sum = combineCrc32(sum, length === piece.length ? sumOfPiece : crc32(piece.subarray(0, length)), length);
  }
  return sum;
}

/** A file that takes no room where nothing is written. */
async function withFile(work: (path: string, write: (bytes: Buffer, at: number) => Promise<void>) => Promise<void>) {
  const parent = await mkdtemp(join(tmpdir(), 'keepsake-tests-zip-'));
  const path = join(parent, 'archive.zip');
  const file = await open(path, 'w');
  try {
    await work(path, async (bytes, at) => void (await file.write(bytes, 0, bytes.length, at)));
  } finally {
    await file.close();
    await rm(parent, { recursive: true });
  }
}
