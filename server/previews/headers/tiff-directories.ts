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
export const cropSize = 0xc620;
const readLists = [subDirectories, cropSize];
/** Of a whole number without a sign (TIFF 6.0, section 2): its bytes by its type. */
const wholeBytes: Record<number, number> = { 1: 1, 3: 2, 4: 4, 13: 4 };

/** The directories of a TIFF, each behind those that it is named by; none if it is no TIFF. Reads only the directories. */
export async function readDirectories({ size, read }: Bytes): Promise<Directory[]> {
  if (size < headerBytes) return [];
  const head = Buffer.from(await read(0, headerBytes));
  const isLittle = head.toString('latin1', 0, 4) === 'II*\0';
  if (!isLittle && head.toString('latin1', 0, 4) !== 'MM\0*') return [];
  const whole = (bytes: Buffer, at: number, length: number) =>
    isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length);

  const found: Directory[] = [];
  const places = new Set([whole(head, 4, 4)]);
  for (const place of places) {
    if (found.length === maxDirectories) break;
    const { directory, next } = await readDirectory(place);
    found.push(directory);
    for (const other of [next, ...(directory.get(subDirectories) ?? [])]) if (other !== 0) places.add(other);
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
    const length = wholeBytes[whole(entry, 2, 2)];
    const count = whole(entry, 4, 4);
    const isHeld = length !== undefined && count * length <= 4;
    if (length === undefined || count > maxValues || !(isHeld || readLists.includes(whole(entry, 0, 2)))) return [];
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
