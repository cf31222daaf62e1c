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
    let offset = 0;
    const offsets: number[] = [];
    for (const member of members) {
      const header = localHeader(member, crc32Of(member));
      expect(header.length).toBe(localLength(member));
      await write(member === members.at(-1) ? Buffer.concat([header, text]) : header, offset);
      offsets.push(offset);
      offset += memberLength(member);
    }
    const headers = members.map((member, at) =>
      directoryHeader(member, { offset: offsets[at] ?? 0, crc32: crc32Of(member) }),
    );
    for (const [at, header] of headers.entries())
      expect(header.length).toBe(directoryLength(members[at] as ZipMember, offsets[at] ?? 0));
    const directory: Directory = { offset, length: Buffer.concat(headers).length, count: members.length };
    const end = endOfArchive(directory);
    expect(end.length).toBe(endLength(directory));
    await write(Buffer.concat([...headers, end]), offset);
    const found = await lookInto(path, { sizeOf: 'large.bin', textOf: 'last.txt' });
    expect(found).toEqual({ count: members.length, size: largeBytes, text: text.toString() });
  });
});

function crc32OfZeros(size: number): number {
  const piece = Buffer.alloc(2 ** 20);
  let sum = 0;
  for (let at = 0; at < size; at += piece.length) {
    const length = Math.min(piece.length, size - at);
    sum = combineCrc32(sum, length === piece.length ? crc32(piece) : crc32(piece.subarray(0, length)), length);
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
