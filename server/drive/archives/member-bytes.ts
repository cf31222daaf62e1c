import type { ByteRange } from '#server/blobs/blob-store.ts';
import type { VerifiedBlob } from '#server/integrity/verified-blob.ts';
import { createReadAhead } from './read-ahead.ts';
import {
  directoryHeader,
  directoryLength,
  localHeader,
  localLength,
  memberLength,
  type ZipMember,
} from './zip-format.ts';

/** A member with that by which its bytes are found. */
type Placed<Row> = { member: ZipMember; row: Row };

type Reading<Row> = {
  /** Opens the bytes of a file. */
  open: (row: Row) => Promise<VerifiedBlob>;
  /** Of the bytes of a file; 0 for a folder. */
  crc32Of: (row: Row) => number | Promise<number>;
};

/** What is in a range of the archive of members that stand one after the other, with their headers, from an offset on. */
export async function* memberBytes<Row>(
  members: readonly Placed<Row>[],
  from: number,
  reading: Reading<Row>,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  let offset = from;
  const wanted = members.flatMap(({ member, row }) => {
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

/** What is in a range of the archive of the headers of the directory for these members; the first one stands at `directoryFrom`. */
export async function* directoryBytes<Row>(
  members: readonly Placed<Row>[],
  { from, directoryFrom }: { from: number; directoryFrom: number },
  { crc32Of }: Pick<Reading<Row>, 'crc32Of'>,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  let [offset, at] = [from, directoryFrom];
  for (const { member, row } of members) {
    const end = at + directoryLength(member, offset);
    if (at <= range.end && end > range.start)
      yield* partOf(directoryHeader(member, { offset, crc32: await crc32Of(row) }), at, range);
    at = end;
    offset += memberLength(member);
  }
}

/** What of some bytes that stand at a position is in the range. */
export function* partOf(bytes: Buffer, at: number, range: ByteRange): Generator<Buffer> {
  const part = bytes.subarray(Math.max(0, range.start - at), Math.max(0, range.end + 1 - at));
  if (part.length > 0) yield part;
}
