import type { ByteRange } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { VerifiedBlob } from '#server/integrity/verified-blob.ts';
import { digestOf, membersOf, pageOf } from './archive-page.ts';
import { columnsOf, type PageStart, type StoredRow } from './archive-rows.ts';
import type { Layout, LayoutPage } from './layout.ts';
import { createReadAhead } from './read-ahead.ts';
import {
  directoryHeader,
  directoryLength,
  endLength,
  endOfArchive,
  localHeader,
  localLength,
  memberLength,
} from './zip-format.ts';

type Reading = {
  read: (start: PageStart) => Promise<StoredRow[]>;
  /** Opens the bytes of a file. */
  open: (row: StoredRow) => Promise<VerifiedBlob>;
  /** Of the bytes of a file; 0 for a folder. */
  crc32Of: (row: StoredRow) => Promise<number>;
};

/** In bytes. */
export function archiveLength({ directory }: Layout): number {
  return directory.offset + directory.length + endLength(directory);
}

/**
 * The bytes of a range of an archive. Throws archive-changed before the first byte of a page whose folders or files are not
 * what they were when it was laid out, and file-damaged.
 */
export async function* archiveBytes(layout: Layout, reading: Reading, range: ByteRange): AsyncGenerator<Buffer> {
  const { pages, directory } = layout;
  const directoryEnd = directory.offset + directory.length;
  for (const [at, page] of pages.entries()) {
    const end = pages[at + 1]?.offset ?? directory.offset;
    if (page.offset <= range.end && end > range.start) yield* membersOfPage(layout, page, reading, range);
  }
  for (const [at, page] of pages.entries()) {
    const start = directory.offset + page.directoryOffset;
    const end = directory.offset + (pages[at + 1]?.directoryOffset ?? directory.length);
    if (start <= range.end && end > range.start) yield* directoryOfPage(layout, page, reading, range);
  }
  if (range.end >= directoryEnd) yield* partOf(endOfArchive(directory), directoryEnd, range);
}

async function* membersOfPage(layout: Layout, page: LayoutPage, reading: Reading, range: ByteRange) {
  const { rows, members } = await readAgain(layout, page, reading);
  let offset = page.offset;
  const wanted = rows.flatMap((row, at) => {
    const member = members[at];
    if (member === undefined) return [];
    const header = offset;
    const start = header + localLength(member);
    offset = start + member.size;
    return offset > range.start && header <= range.end ? [{ row, member, header, start }] : [];
  });
  const files = createReadAhead(
    wanted.filter(({ member, start }) => member.size > 0 && start <= range.end && start + member.size > range.start),
    ({ row }) => reading.open(row),
  );
  try {
    for (const { row, member, header, start } of wanted) {
      if (header <= range.end && start > range.start)
        yield* partOf(localHeader(member, await reading.crc32Of(row)), header, range);
      const first = Math.max(range.start, start) - start;
      const last = Math.min(range.end, start + member.size - 1) - start;
      if (first <= last) yield* files.next({ start: first, end: last });
    }
  } finally {
    await files.close();
  }
}

async function* directoryOfPage(layout: Layout, page: LayoutPage, reading: Reading, range: ByteRange) {
  const { rows, members } = await readAgain(layout, page, reading);
  let offset = page.offset;
  let at = layout.directory.offset + page.directoryOffset;
  for (const [i, row] of rows.entries()) {
    const member = members[i];
    if (member === undefined) continue;
    const end = at + directoryLength(member, offset);
    if (at <= range.end && end > range.start)
      yield* partOf(directoryHeader(member, { offset, crc32: await reading.crc32Of(row) }), at, range);
    at = end;
    offset += memberLength(member);
  }
}

async function readAgain(layout: Layout, page: LayoutPage, { read }: Reading) {
  const rows = await read(page.start);
  const found = pageOf(columnsOf(rows, page.start));
  if (digestOf(found) !== page.digest) throw new KeepsakeError('archive-changed');
  return { rows, members: membersOf(found, { paths: layout.paths, renamed: page.renamed }) };
}

/** What of some bytes that stand at a position is in the range. */
function* partOf(bytes: Buffer, at: number, range: ByteRange): Generator<Buffer> {
  const part = bytes.subarray(Math.max(0, range.start - at), Math.max(0, range.end + 1 - at));
  if (part.length > 0) yield part;
}
