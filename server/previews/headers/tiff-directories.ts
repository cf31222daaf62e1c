/** A file of which any range can be read, from `start` to before `end`. */
export type Bytes = { size: number; read: (start: number, end: number) => Promise<Uint8Array> };

/** What a directory of a TIFF says, by its tags: whole numbers. Of values that lie elsewhere in the file only lists that are needed are read. */
export type Directory = ReadonlyMap<number, readonly number[]>;

/** Raw pictures have up to eight. */
const maxDirectories = 32;
const maxEntries = 512;
const maxValues = 16;
const headerBytes = 8;
const entryBytes = 12;
const subDirectories = 0x14a;
const exifDirectory = 0x8769;
/** In the notes of Olympus. */
const cameraSettings = 0x2020;
const namesOthers = [subDirectories, exifDirectory, cameraSettings];
export const cropSize = 0xc620;
const readLists = [subDirectories, cropSize];
/** Bytes that only the camera's maker describes, and the JPEG of Panasonic: told are their place and their length. */
export const [makerNote, panasonicJpeg] = [0x927c, 0x2e];
const placed = [makerNote, panasonicJpeg];
const ofBytes = 7;
/** Of a whole number without a sign (TIFF 6.0, section 2): its bytes by its type. */
const wholeBytes: Record<number, number> = { 1: 1, 3: 2, 4: 4, 13: 4 };

/** The order of bytes of a TIFF, and the place of its first directory. */
export type Start = { isLittle: boolean; at: number; isPlain: boolean };

/** Undefined if it is no TIFF. Olympus and Panasonic have a number of their own in place of 42, so that nobody takes theirs for pictures. */
export async function startOfTiff({ size, read }: Bytes): Promise<Start | undefined> {
  if (size < headerBytes) return undefined;
  const head = Buffer.from(await read(0, headerBytes));
  const name = head.toString('latin1', 0, 4);
  const isPlain = name === 'II*\0' || name === 'MM\0*';
  if (!isPlain && !['IIRO', 'IIRS', 'MMOR', 'IIU\0'].includes(name)) return undefined;
  const isLittle = name.startsWith('II');
  return { isLittle, at: isLittle ? head.readUInt32LE(4) : head.readUInt32BE(4), isPlain };
}

/** The directories of a TIFF, each behind those that it is named by. Reads only the directories. */
export async function readDirectories(
  { size, read }: Bytes,
  { isLittle, at: first }: Pick<Start, 'isLittle' | 'at'>,
): Promise<Directory[]> {
  const whole = (bytes: Buffer, at: number, length: number) =>
    isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);

  const found: Directory[] = [];
  const places = new Set([first]);
  for (const place of places) {
    if (found.length === maxDirectories) break;
    const { directory, next } = await readDirectory(place);
    found.push(directory);
    const others = namesOthers.flatMap((tag) => directory.get(tag) ?? []);
    for (const other of [next, ...others]) if (other !== 0) places.add(other);
  }
  return found;

  async function readDirectory(at: number) {
    const bytes = await readSome(at, 2 + maxEntries * entryBytes + 4);
    const directory = new Map<number, readonly number[]>();
    if (bytes.length < 2) return { directory, next: 0 };
    const count = Math.min(whole(bytes, 0, 2), maxEntries);
    const end = 2 + count * entryBytes;
    for (let entry = 2; entry < end && entry + entryBytes <= bytes.length; entry += entryBytes) {
      const tag = whole(bytes, entry, 2);
      // Each stands there once (TIFF 6.0, section 2): however often one is repeated, its list is read once.
      if (!directory.has(tag)) directory.set(tag, await readValues(bytes.subarray(entry, entry + entryBytes)));
    }
    return { directory, next: end + 4 <= bytes.length ? whole(bytes, end, 4) : 0 };
  }

  async function readValues(entry: Buffer): Promise<number[]> {
    const [tag, type, count] = [whole(entry, 0, 2), whole(entry, 2, 2), whole(entry, 4, 4)];
    if (placed.includes(tag)) return type === ofBytes ? [whole(entry, 8, 4), count] : [];
    const length = wholeBytes[type];
    const isHeld = length !== undefined && count * length <= 4;
    if (length === undefined || count > maxValues || !(isHeld || readLists.includes(tag))) return [];
    const bytes = isHeld ? entry.subarray(8) : await readSome(whole(entry, 8, 4), count * length);
    return bytes.length < count * length
      ? []
      : Array.from({ length: count }, (_, value) => whole(bytes, value * length, length));
  }

  /** As much of it as there is. */
  async function readSome(at: number, length: number): Promise<Buffer> {
    return at < size ? Buffer.from(await read(at, Math.min(size, at + length))) : Buffer.alloc(0);
  }
}
