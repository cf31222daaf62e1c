import type { ByteRange } from '#server/blobs/blob-store.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { VerifiedBlob } from '#server/integrity/verified-blob.ts';
import { digestOf, membersOf, pageOf } from './archive-page.ts';
import { columnsOf, type PageStart, type StoredRow } from './archive-rows.ts';
import type { Layout, LayoutPage } from './layout.ts';
import { directoryBytes, memberBytes, partOf } from './member-bytes.ts';
import { endLength, endOfArchive } from './zip-format.ts';

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
  yield* memberBytes(await readAgain(layout, page, reading), page.offset, reading, range);
}

async function* directoryOfPage(layout: Layout, page: LayoutPage, reading: Reading, range: ByteRange) {
  const directoryFrom = layout.directory.offset + page.directoryOffset;
  const members = await readAgain(layout, page, reading);
  yield* directoryBytes(members, { from: page.offset, directoryFrom }, reading, range);
}

async function readAgain(layout: Layout, page: LayoutPage, { read }: Reading) {
  const rows = await read(page.start);
  const found = pageOf(columnsOf(rows, page.start));
  if (digestOf(found) !== page.digest) throw new KeepsakeError('archive-changed');
  const members = membersOf(found, { paths: layout.paths, renamed: page.renamed });
  return members.flatMap((member, at) => {
    const row = rows[at];
    return row === undefined ? [] : [{ member, row }];
  });
}
