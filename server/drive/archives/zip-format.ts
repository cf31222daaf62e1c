/**
 * The parts of a ZIP archive whose members are stored as they are (APPNOTE 6.3.10). Sizes and checksums are known before,
 * so that there are no data descriptors, which some readers refuse.
 */
export type ZipMember = {
  /** Relative, with slashes; that of a folder ends with one. */
  path: string;
  /** In bytes; 0 for a folder. */
  size: number;
  /** In milliseconds since the epoch. */
  modifiedAt: number;
};

const max16 = 0xffff;
const max32 = 0xffffffff;
const signatures = {
  local: 0x04034b50,
  directory: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
};
const utf8Names = 1 << 11;
const versions = { plain: 20, zip64: 45 };
/** Made on Unix, whose file modes stand in the upper half of the external attributes. */
const madeOnUnix = 3 << 8;
const modes = { file: 0o100644 * 0x10000, folder: 0o040755 * 0x10000 + 0x10 };
const lengths = { local: 30, directory: 46, timestamp: 9, end: 22, end64: 56, locator64: 20 };

/** Bytes of a member with its header. */
export function memberLength(member: ZipMember): number {
  return localLength(member) + member.size;
}

/** Bytes of the header that stands before the bytes of a member. */
export function localLength({ path, size, modifiedAt }: ZipMember): number {
  return lengths.local + Buffer.byteLength(path) + timestampLength(modifiedAt) + (size >= max32 ? 4 + 16 : 0);
}

/** Bytes of a member's header in the directory, if the member begins at `offset`. */
export function directoryLength({ path, size, modifiedAt }: ZipMember, offset: number): number {
  const large = (size >= max32 ? 16 : 0) + (offset >= max32 ? 8 : 0);
  return lengths.directory + Buffer.byteLength(path) + timestampLength(modifiedAt) + (large > 0 ? 4 + large : 0);
}

/** Bytes behind the directory. */
export function endLength(directory: Directory): number {
  return lengths.end + (needsZip64(directory) ? lengths.end64 + lengths.locator64 : 0);
}

/** The header that stands before the bytes of a member. */
export function localHeader(member: ZipMember, crc32: number): Buffer {
  const { size } = member;
  const path = Buffer.from(member.path);
  const isLarge = size >= max32;
  const header = Buffer.alloc(lengths.local);
  header.writeUInt32LE(signatures.local);
  header.writeUInt16LE(isLarge ? versions.zip64 : versions.plain, 4);
  writeCommon(header, 6, { ...member, path, crc32 });
  // Both sizes have to be there.
  const extra = Buffer.concat([timestamp(member.modifiedAt), isLarge ? zip64Field([size, size]) : Buffer.alloc(0)]);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, path, extra]);
}

/** The header of a member in the directory; the member begins at `offset`. */
export function directoryHeader(member: ZipMember, { offset, crc32 }: { offset: number; crc32: number }): Buffer {
  const path = Buffer.from(member.path);
  const zip64 = zip64Extra(member, offset);
  const extra = Buffer.concat([timestamp(member.modifiedAt), zip64]);
  const header = Buffer.alloc(lengths.directory);
  header.writeUInt32LE(signatures.directory);
  header.writeUInt16LE(madeOnUnix | versions.zip64, 4);
  header.writeUInt16LE(zip64.length > 0 ? versions.zip64 : versions.plain, 6);
  writeCommon(header, 8, { ...member, path, crc32 });
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(path.at(-1) === slash ? modes.folder : modes.file, 38);
  header.writeUInt32LE(Math.min(offset, max32), 42);
  return Buffer.concat([header, path, extra]);
}

/** Where the directory is, in bytes, and how many headers it has. */
export type Directory = { offset: number; length: number; count: number };

/** What stands behind the directory. */
export function endOfArchive(directory: Directory): Buffer {
  const { offset, length, count } = directory;
  const end = Buffer.alloc(lengths.end);
  end.writeUInt32LE(signatures.end);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(length, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  return needsZip64(directory) ? Buffer.concat([endOfZip64(directory), end]) : end;
}

function endOfZip64({ offset, length, count }: Directory): Buffer {
  const end = Buffer.alloc(lengths.end64 + lengths.locator64);
  end.writeUInt32LE(signatures.end64);
  end.writeBigUInt64LE(BigInt(lengths.end64 - 12), 4);
  end.writeUInt16LE(madeOnUnix | versions.zip64, 12);
  end.writeUInt16LE(versions.zip64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(signatures.locator64, lengths.end64);
  end.writeBigUInt64LE(BigInt(offset + length), lengths.end64 + 8);
  end.writeUInt32LE(1, lengths.end64 + 16);
  return end;
}

function needsZip64({ offset, length, count }: Directory): boolean {
  return count >= max16 || length >= max32 || offset >= max32;
}

const slash = '/'.charCodeAt(0);

type Common = Omit<ZipMember, 'path'> & { path: Buffer; crc32: number };

/** From the flags to the length of the path: the same in both headers. */
function writeCommon(header: Buffer, at: number, { path, size, crc32, modifiedAt }: Common): void {
  const { date, time } = dosTime(modifiedAt);
  header.writeUInt16LE(utf8Names, at);
  header.writeUInt16LE(time, at + 4);
  header.writeUInt16LE(date, at + 6);
  header.writeUInt32LE(crc32, at + 8);
  header.writeUInt32LE(Math.min(size, max32), at + 12);
  header.writeUInt32LE(Math.min(size, max32), at + 16);
  header.writeUInt16LE(path.length, at + 20);
}

/** What does not fit into 32 bits, in the order of the format. */
function zip64Extra({ size }: ZipMember, offset: number): Buffer {
  const values = [...(size >= max32 ? [size, size] : []), ...(offset >= max32 ? [offset] : [])];
  return values.length === 0 ? Buffer.alloc(0) : zip64Field(values);
}

function zip64Field(values: number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [at, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + at * 8);
  return field;
}

/** The extended timestamp holds seconds since the epoch, in 32 bits. */
function hasTimestamp(modifiedAt: number): boolean {
  const seconds = Math.floor(modifiedAt / 1000);
  return seconds >= -0x80000000 && seconds <= 0x7fffffff;
}

function timestampLength(modifiedAt: number): number {
  return hasTimestamp(modifiedAt) ? lengths.timestamp : 0;
}

function timestamp(modifiedAt: number): Buffer {
  if (!hasTimestamp(modifiedAt)) return Buffer.alloc(0);
  const field = Buffer.alloc(lengths.timestamp);
  field.write('UT', 'latin1');
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(Math.floor(modifiedAt / 1000), 5);
  return field;
}

/** Two seconds exact, from 1980 to 2107; the format knows no time zone, so in UTC. */
function dosTime(modifiedAt: number): { date: number; time: number } {
  const earliest = Date.UTC(1980, 0, 1);
  const latest = Date.UTC(2107, 11, 31, 23, 59, 58);
  const at = new Date(Math.min(Math.max(modifiedAt, earliest), latest));
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}
