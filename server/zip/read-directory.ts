import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import yauzl, { type Entry } from 'yauzl';
import { ZipRefused } from './zip-errors.ts';
import type { ZipSource, ZipWindows } from './zip-source.ts';

/** An entry of an archive, as its directory describes it. */
export type ZipEntry = {
  /** As it is written there, with slashes, so that it may lead anywhere: see `pathOf`. */
  name: string;
  kind: 'file' | 'folder' | 'link' | 'special';
  /** APPNOTE 6.3.10, section 4.4.5; 0: stored, 8: deflated. */
  method: number;
  isEncrypted: boolean;
  /** Where its own header is. */
  offset: number;
  compressedSize: number;
  size: number;
  crc32: number;
  /** In milliseconds since the epoch; not before it. */
  modifiedAt: number;
};

/** The entries in the order of the directory, where their bytes end, and the bytes of the directory. */
export type ZipDirectory = { entries: ZipEntry[]; end: number; length: number };

export type ZipLimits = {
  maxEntries: number;
  maxDirectoryBytes: number;
  /** What an archive of few bytes may become, in bytes, and how many times its size one of more. */
  freeBytes: number;
  maxRatio: number;
};

/** Headers, and bytes of them, that are read in one turn of the event loop. */
const headersInTurn = 500;
const bytesInTurn = 256 * 1024;
const localHeaderBytes = 30;
/** An entry of the directory begins with its signature, and has its flags here (APPNOTE, section 4.3.12). */
const headerSignature = 0x02014b50;
const flagsAt = 8;
/** The flag of strong encryption (APPNOTE, section 4.4.4, bit 6). */
const strongEncryption = 1 << 6;
/** The flag that names are UTF-8 (APPNOTE, section 4.4.4, bit 11). */
const utf8Names = 1 << 11;
/** The upper half of the external attributes, if it was made on Unix (APPNOTE, section 4.4.2), has its file mode. */
const unix = 3;
const modes = { mask: 0o170000, file: 0o100000, folder: 0o040000, link: 0o120000 };

/**
 * Reads the directory of an archive and compares it with itself, before any of its bytes are unpacked. Throws ZipRefused, and
 * what reading the source throws.
 */
export async function readDirectory(source: ZipSource, windows: ZipWindows, limits: ZipLimits): Promise<ZipDirectory> {
  const reader = new WindowReader(windows);
  try {
    const zip = await yauzl
      .fromRandomAccessReaderPromise(reader, source.size, { decodeStrings: false, validateEntrySizes: false })
      .catch((error: unknown) => throwRefused(reader, error, 'not-a-zip'));
    if (zip.entryCount > limits.maxEntries) throw new ZipRefused('too-many-entries');
    const end = cursorOf(zip);
    const entries: ZipEntry[] = [];
    let turnedAt = end;
    try {
      await countNext(zip, windows);
      for await (const entry of zip.eachEntry()) {
        entries.push(describe(entry));
        if (entries.length > limits.maxEntries || cursorOf(zip) - end > limits.maxDirectoryBytes)
          throw new ZipRefused('too-many-entries');
        await countNext(zip, windows);
        if (entries.length % headersInTurn !== 0 && cursorOf(zip) - turnedAt < bytesInTurn) continue;
        turnedAt = cursorOf(zip);
        await nextTurn();
      }
    } catch (error) {
      throwRefused(reader, error, (await hidesEntry(windows, cursorOf(zip))) ? 'encrypted' : 'damaged');
    }
    refuseOverlaps(entries, end);
    refuseBombs(entries, source.size, limits);
    return { entries, end, length: cursorOf(zip) - end };
  } catch (error) {
    throw reader.failure ?? error;
  }
}

/** The library takes an instance of its own class; this one reads by windows, not by a stream for each header. */
class WindowReader extends yauzl.RandomAccessReader {
  readonly #windows: ZipWindows;
  /** What the source threw. */
  failure: unknown;

  constructor(windows: ZipWindows) {
    super();
    this.#windows = windows;
  }

  override read(...[into, offset, length, position, done]: Parameters<yauzl.RandomAccessReader['read']>): void {
    this.#windows.read(position, length).then(
      (bytes) => done(bytes.copy(into, offset) < length ? new Error('It ends before that') : null),
      (error: unknown) => {
        this.failure = error;
        done(error as Error);
      },
    );
  }
}

/** The library's position in the directory, which it declares as something else. */
function cursorOf({ readEntryCursor }: yauzl.ZipFile): number {
  return Number(readEntryCursor);
}

/**
 * Has the library read one more entry than the archive says that it has, if there is one: macOS counts in 16 bits, so that it says
 * 4,464 of 70,000, and the rest would be missing without a word.
 */
async function countNext(zip: yauzl.ZipFile, windows: ZipWindows): Promise<void> {
  if (zip.entriesRead < zip.entryCount) return;
  if ((await headerAt(windows, cursorOf(zip))) !== undefined) zip.entryCount += 1;
}

/** Whether the directory has an entry at a position that the library does not show, since its header is encrypted, too. */
async function hidesEntry(windows: ZipWindows, position: number): Promise<boolean> {
  const header = await headerAt(windows, position);
  return header !== undefined && (header.readUInt16LE(flagsAt) & strongEncryption) !== 0;
}

/** The beginning of the header of an entry at a position in the directory; undefined if there is none. */
async function headerAt(windows: ZipWindows, position: number): Promise<Buffer | undefined> {
  const header = await windows.read(position, flagsAt + 2);
  return header.length === flagsAt + 2 && header.readUInt32LE(0) === headerSignature ? header : undefined;
}

function throwRefused({ failure }: WindowReader, error: unknown, why: 'not-a-zip' | 'damaged' | 'encrypted'): never {
  if (failure !== undefined || error instanceof ZipRefused) throw error;
  throw new ZipRefused(why, { cause: error });
}

function describe(entry: Entry): ZipEntry {
  const name = nameOf(entry);
  const time = entry.getLastModDate({ timezone: 'UTC' }).getTime();
  return {
    name,
    kind: kindOf(entry, name),
    method: entry.compressionMethod,
    isEncrypted: entry.isEncrypted(),
    offset: entry.relativeOffsetOfLocalHeader,
    compressedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    crc32: entry.crc32,
    modifiedAt: Number.isNaN(time) ? 0 : Math.max(0, Math.floor(time)),
  };
}

/** Windows writes backslashes; no name of ours keeps one of an archive. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  // macOS writes UTF-8 and does not say so; names in other encodings are hardly ever valid UTF-8.
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Names : generalPurposeBitFlag;
  return yauzl.getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
}

function kindOf({ versionMadeBy, externalFileAttributes }: Entry, name: string): ZipEntry['kind'] {
  const mode = versionMadeBy >> 8 === unix ? (externalFileAttributes >>> 16) & modes.mask : 0;
  if (mode === modes.link) return 'link';
  if (mode !== 0 && mode !== modes.file && mode !== modes.folder) return 'special';
  return name.endsWith('/') || mode === modes.folder ? 'folder' : 'file';
}

/** Each entry has bytes of its own, all before the directory. Throws ZipRefused. */
function refuseOverlaps(entries: readonly ZipEntry[], end: number): void {
  const endOf = ({ offset, compressedSize }: ZipEntry) => offset + localHeaderBytes + compressedSize;
  if (entries.some((entry) => !Number.isSafeInteger(endOf(entry)) || endOf(entry) > end))
    throw new ZipRefused('damaged');
  // None overlap exactly if the first end is not behind the second start, and so on. Sorted as numbers, since that is quick.
  const starts = Float64Array.from(entries, ({ offset }) => offset).toSorted();
  const ends = Float64Array.from(entries, endOf).toSorted();
  if (ends.some((one, at) => one > (starts[at + 1] ?? end))) throw new ZipRefused('overlapping');
}

function refuseBombs(entries: readonly ZipEntry[], archiveSize: number, { freeBytes, maxRatio }: ZipLimits): void {
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (!Number.isSafeInteger(size) || size > Math.max(freeBytes, archiveSize * maxRatio))
    throw new ZipRefused('too-large');
}
