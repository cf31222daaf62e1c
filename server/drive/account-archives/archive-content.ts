import type { ByteRange } from '#server/blobs/blob-store.ts';
import type { Database } from '#server/database/open.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import type { VerifiedBlob } from '#server/integrity/verified-blob.ts';
import type { Scope } from '../access/scope.ts';
import { directoryBytes, memberBytes, partOf } from '../archives/member-bytes.ts';
import { directoryLength, endLength, endOfArchive, memberLength, type ZipMember } from '../archives/zip-format.ts';
import type { OpenBlob } from '../files/open-blob.ts';
import { type PartMember, sumLines, unpackMembers } from './archive-part.ts';
import { type ArchiveSums, sumsPath } from './write-parts.ts';

type Deps = { db: Database; openBlob: OpenBlob };

type Stored = { id: string; sums: ArchiveSums };

type Part = { number: number; offset: number; directoryOffset: number; sumsOffset: number };

/** The length of an archive, in bytes. */
export function accountArchiveLength(sums: ArchiveSums): number {
  const directory = directoryOf(sums);
  return directory.offset + directory.length + endLength(directory);
}

/** Any range of the bytes of archives that were made; a part is held at a time. */
export function createArchiveContent({ db, openBlob }: Deps) {
  /** Throws archive-changed when the bytes of a file in it were deleted for good, and file-damaged. */
  return async function* bytesOf(scope: Scope, { id, sums }: Stored, range: ByteRange): AsyncGenerator<Buffer> {
    const parts = await partsOf(id);
    // It is being removed.
    if (sums.offset > 0 && parts[0]?.number !== 0) throw new KeepsakeError('archive-not-found');
    const directory = directoryOf(sums);
    const sumsMember = sumsMemberOf(sums);
    const reading = {
      open: (member: PartMember) => open(scope, member),
      crc32Of: ({ crc32 }: { crc32: number }) => crc32,
    };
    const sumsFile = [{ member: sumsMember, row: { crc32: sums.crc32 } }];

    for (const { part } of within(parts, 'offset', 0, sums.offset, range))
      yield* memberBytes(await read(id, part), part.offset, reading, range);
    yield* memberBytes(sumsFile, sums.offset, { ...reading, open: async () => sumsBlob(id, parts, sums) }, range);
    for (const { part, start } of within(parts, 'directoryOffset', directory.offset, sums.directoryLength, range))
      yield* directoryBytes(await read(id, part), { from: part.offset, directoryFrom: start }, reading, range);
    const last = { from: sums.offset, directoryFrom: directory.offset + sums.directoryLength };
    yield* directoryBytes(sumsFile, last, reading, range);
    yield* partOf(endOfArchive(directory), directory.offset + directory.length, range);
  };

  /** SHA256SUMS, which is made of the parts as it is sent. */
  function sumsBlob(id: string, parts: readonly Part[], sums: ArchiveSums): VerifiedBlob {
    return {
      size: sums.size,
      async *bytes(range = { start: 0, end: sums.size - 1 }) {
        for (const { part, start } of within(parts, 'sumsOffset', 0, sums.size, range)) {
          const members = await read(id, part);
          yield* partOf(Buffer.from(sumLines(members.map(({ row }) => row))), start, range);
        }
      },
      first: async () => Buffer.alloc(0),
      close: async () => {},
    };
  }

  async function open({ account }: Scope, { blob, own, path }: PartMember): Promise<VerifiedBlob> {
    if (blob === undefined) return ownBlob(Buffer.from(own ?? '', 'base64'));
    const row = await db
      .selectFrom('blobs')
      .select(['id', 'size', 'sha256'])
      .where('id', '=', blob)
      .where('account', '=', account)
      .executeTakeFirst();
    if (row === undefined) throw new KeepsakeError('archive-changed', { data: { path } });
    return await openBlob(row);
  }

  async function partsOf(id: string): Promise<Part[]> {
    return await db
      .selectFrom('account_archive_parts')
      .select(['number', 'offset', 'directory_offset as directoryOffset', 'sums_offset as sumsOffset'])
      .where('archive_id', '=', id)
      .orderBy('number')
      .execute();
  }

  async function read(id: string, { number }: Part): Promise<{ member: ZipMember; row: PartMember }[]> {
    const part = await db
      .selectFrom('account_archive_parts')
      .select('members')
      .where('archive_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst();
    // Its time was over while it was sent.
    if (part === undefined) throw new KeepsakeError('archive-not-found');
    return (await unpackMembers(part.members)).map((row) => ({ member: row, row }));
  }
}

/** The parts that have something in a range; what they have of some kind stands one after the other from a position on. */
function within(
  parts: readonly Part[],
  kind: 'offset' | 'directoryOffset' | 'sumsOffset',
  from: number,
  length: number,
  range: ByteRange,
): { part: Part; start: number }[] {
  return parts.flatMap((part, at) => {
    const start = from + part[kind];
    const end = from + (parts[at + 1]?.[kind] ?? length);
    return start <= range.end && end > range.start ? [{ part, start }] : [];
  });
}

function sumsMemberOf({ size, madeAt }: ArchiveSums): ZipMember {
  return { path: sumsPath, size, modifiedAt: madeAt };
}

function directoryOf(sums: ArchiveSums) {
  const last = sumsMemberOf(sums);
  return {
    offset: sums.offset + memberLength(last),
    length: sums.directoryLength + directoryLength(last, sums.offset),
    count: sums.count,
  };
}

function ownBlob(bytes: Buffer): VerifiedBlob {
  return {
    size: bytes.length,
    async *bytes(range = { start: 0, end: bytes.length - 1 }) {
      yield bytes.subarray(range.start, range.end + 1);
    },
    first: async (length) => bytes.subarray(0, length),
    close: async () => {},
  };
}
