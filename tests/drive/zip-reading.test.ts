import { describe, expect, test } from 'vitest';
import { entryBytes, isReadable, readEntry } from '#server/zip/entry-bytes.ts';
import { readDirectory, type ZipEntry, type ZipLimits } from '#server/zip/read-directory.ts';
import { EntryDamaged, type ZipProblem } from '#server/zip/zip-errors.ts';
import { createWindowCache, type ZipSource } from '#server/zip/zip-source.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { type MadeMember, makeZip } from '#tests/support/fixtures/files/make-zip.ts';

const limits: ZipLimits = {
  maxEntries: 100_000,
  maxDirectoryBytes: 64 * 1024 ** 2,
  freeBytes: 1024 ** 2,
  maxRatio: 100,
};
const text = Buffer.from('a text that gets smaller, a text that gets smaller, a text that gets smaller');
/** More than what is read at once. */
const large = Buffer.from(bytes(5 * 1024 ** 2));
const filler: MadeMember = { name: 'filler', bytes: large, isStored: true };

describe('a zip', () => {
  test.each([
    ['plain', {}],
    ['of zip64', { isZip64: true }],
  ])('%s gives its entries with their times, whole and in pieces', async (_what, form) => {
    const zip = makeZip(
      [
        { name: 'folder/' },
        { name: 'folder/ünïcode 家.txt', bytes: text, modifiedAt: Date.UTC(2019, 5, 7, 8, 9, 10) },
        { name: Buffer.from([0x81, 0x2e, 0x74, 0x78, 0x74]), bytes: text, hasDescriptor: true },
        { name: 'win\\dows.txt', bytes: text, isStored: true },
        { name: 'large.bin', bytes: large },
        { name: 'large stored.bin', bytes: large, isStored: true },
        { name: 'empty' },
      ],
      form,
    );
    const read = await open(zip);
    const dos = Date.UTC(2001, 1, 3, 4, 5, 6);
    expect(read.entries.map(({ name, kind, size, modifiedAt }) => [name, kind, size, modifiedAt])).toEqual([
      ['folder/', 'folder', 0, dos],
      ['folder/ünïcode 家.txt', 'file', text.length, Date.UTC(2019, 5, 7, 8, 9, 10)],
      ['ü.txt', 'file', text.length, dos],
      ['win/dows.txt', 'file', text.length, dos],
      ['large.bin', 'file', large.length, dos],
      ['large stored.bin', 'file', large.length, dos],
      ['empty', 'file', 0, dos],
    ]);
    const contents = [text, text, text, large, large, Buffer.alloc(0)];
    const files = read.entries.filter(({ kind }) => kind === 'file');
    for (const [at, entry] of files.entries()) {
      expect((await read.inPieces(entry)).equals(required(contents[at]))).toBe(true);
      expect((await read.whole(entry)).equals(required(contents[at]))).toBe(true);
    }
  });

  test('of 70,000 entries is read, and one of more entries than allowed is refused before its directory is', async () => {
    const zip = makeZip(
      Array.from({ length: 70_000 }, (_, at) => ({ name: `folder ${at % 7}/${at}.txt`, bytes: text, isStored: true })),
      { isZip64: true },
    );
    const { entries, whole } = await open(zip);
    expect(entries).toHaveLength(70_000);
    expect((await whole(required(entries.at(-1)))).equals(text)).toBe(true);
    await expect(refusal(zip, { maxEntries: 69_999 })).resolves.toBe('too-many-entries');
    await expect(refusal(zip, { maxDirectoryBytes: 1024 ** 2 })).resolves.toBe('too-many-entries');
  });

  test.each([65_536, 70_000])(
    'of %i entries that are counted in 16 bits, as macOS does, is read to its end',
    async (count) => {
      const zip = makeZip(
        Array.from({ length: count }, (_, at) => ({ name: `${at}.txt`, bytes: text, isStored: true })),
      );
      for (const at of [zip.length - 14, zip.length - 12]) zip.writeUInt16LE(count % 65_536, at);
      const { entries, whole } = await open(zip);
      expect(entries).toHaveLength(count);
      expect((await whole(required(entries.at(-1)))).equals(text)).toBe(true);
      await expect(refusal(zip, { maxEntries: count - 1 })).resolves.toBe('too-many-entries');
    },
  );

  test('has names in UTF-8 also if it does not say so, as those of macOS do not', async () => {
    const { entries } = await open(makeZip([{ name: Buffer.from('Ärger\\家.txt') }]));
    expect(entries.map(({ name }) => name)).toEqual(['Ärger/家.txt']);
  });

  test('tells links, devices, encrypted entries and methods that cannot be read', async () => {
    const { entries } = await open(
      makeZip([
        { name: 'link', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 },
        { name: 'pipe', mode: 0o010644 },
        { name: 'locked', bytes: text, flags: 1 },
        { name: 'lzma', bytes: text, isStored: true, says: { method: 14 } },
        { name: 'usual', bytes: text, mode: 0o100644 },
        { name: 'folder', mode: 0o040755 },
      ]),
    );
    expect(entries.map((entry) => [entry.kind, entry.isEncrypted, isReadable(entry)])).toEqual([
      ['link', false, true],
      ['special', false, true],
      ['file', true, true],
      ['file', false, false],
      ['file', false, true],
      ['folder', false, true],
    ]);
  });
});

describe('a hostile zip is refused', () => {
  const two: MadeMember[] = [
    { name: 'one', bytes: text },
    { name: 'two', bytes: text },
  ];
  const good = makeZip(two);

  test.each<[string, Buffer, ZipProblem]>([
    ['no zip', Buffer.from(large), 'not-a-zip'],
    ['nothing', Buffer.alloc(0), 'not-a-zip'],
    ['cut off in the end', good.subarray(0, -10), 'not-a-zip'],
    ['cut off at the front', good.subarray(40), 'damaged'],
    ['of which only the end is left', good.subarray(-22), 'damaged'],
    ['with a part of its directory only', makeZip(two, { isZip64: true }).subarray(50), 'not-a-zip'],
    [
      'with entries that share their bytes',
      makeZip([...two, { name: 'again', bytes: text, says: { offset: 0 } }]),
      'overlapping',
    ],
    [
      'with an entry within another one',
      makeZip([
        { name: 'outer', bytes: large, isStored: true },
        { name: 'inner', bytes: text, says: { offset: 500 } },
      ]),
      'overlapping',
    ],
    ['with an entry behind its end', makeZip([{ name: 'far', bytes: text, says: { offset: 2 ** 31 } }]), 'damaged'],
    [
      'with an entry larger than it',
      makeZip([{ name: 'long', bytes: text, says: { compressedSize: 2 ** 31 } }]),
      'damaged',
    ],
    [
      'that would become a thousand times as large',
      makeZip([{ name: 'zeros', bytes: Buffer.alloc(50 * 1024 ** 2) }]),
      'too-large',
    ],
    [
      'that says so of 16 EiB',
      makeZip([{ name: 'zeros', bytes: text, says: { size: 2 ** 63 } }], { isZip64: true }),
      'too-large',
    ],
  ])('%s', async (_what, zip, why) => {
    await expect(refusal(zip)).resolves.toBe(why);
  });

  test.each<[string, MadeMember]>([
    ['has more bytes than it says', { name: 'a', bytes: large, says: { size: 1000 } }],
    ['has fewer bytes than it says', { name: 'a', bytes: text, says: { size: 1000 } }],
    ['says that it is empty', { name: 'a', bytes: text, says: { size: 0 } }],
    ['has another checksum', { name: 'a', bytes: text, says: { crc32: 7 } }],
    ['is not deflated', { name: 'a', bytes: large, isStored: true, says: { method: 8 } }],
    ['is stored and says more than it has', { name: 'a', bytes: text, isStored: true, says: { size: 200 } }],
    ['begins elsewhere', { name: 'a', bytes: text, says: { offset: 5, compressedSize: 7 } }],
    ['ends in the middle', { name: 'a', bytes: large, says: { compressedSize: 1000 } }],
  ])('an entry that %s is not given whole', async (_what, member) => {
    const { entries, whole, inPieces, zip } = await open(makeZip([member, filler]));
    const entry = required(entries[0]);
    await expect(inPieces(entry)).rejects.toThrow(EntryDamaged);
    await expect(whole(entry)).rejects.toThrow(EntryDamaged);
    let given = 0;
    await expect(
      (async () => {
        for await (const piece of entryBytes(zip, entry)) given += piece.length;
      })(),
    ).rejects.toThrow(EntryDamaged);
    expect(given).toBeLessThanOrEqual(entry.size);
  });

  test('what the source throws is thrown, not called a broken zip', async () => {
    const broken: ZipSource = {
      size: good.length,
      bytes() {
        throw new RangeError('the disk is gone');
      },
    };
    await expect(readDirectory(broken, createWindowCache().of(broken), limits)).rejects.toThrow('the disk is gone');
  });
});

test.each([
  ['in their order in few reads', (at: number) => at, { reads: 16, times: 1 }],
  ['in any other order without what lies between', (at: number) => (at * 7919) % 2000, { reads: 2400, times: 9 }],
])('small parts are read %s', async (_what, place, most) => {
  const part = 10_000;
  const archive = Buffer.from(bytes(2000 * part));
  let [reads, total] = [0, 0];
  const source: ZipSource = {
    size: archive.length,
    bytes(range) {
      reads += 1;
      total += range.end + 1 - range.start;
      return sourceOf(archive).bytes(range);
    },
  };
  const windows = createWindowCache().of(source);
  for (let at = 0; at < 2000; at += 1) {
    const start = place(at) * part;
    expect((await windows.read(start, part)).equals(archive.subarray(start, start + part))).toBe(true);
  }
  expect(reads).toBeLessThanOrEqual(most.reads);
  expect(total).toBeLessThanOrEqual(most.times * archive.length);
});

async function open(zip: Buffer, other: Partial<ZipLimits> = {}) {
  const source = sourceOf(zip);
  const windows = createWindowCache().of(source);
  const { entries, end } = await readDirectory(source, windows, { ...limits, ...other });
  const opened = { source, windows, end };
  return {
    entries,
    zip: opened,
    whole: (entry: ZipEntry) => readEntry(opened, entry),
    async inPieces(entry: ZipEntry) {
      const pieces: Buffer[] = [];
      for await (const piece of entryBytes(opened, entry)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}

async function refusal(zip: Buffer, other: Partial<ZipLimits> = {}): Promise<unknown> {
  return await open(zip, other).then(
    () => undefined,
    (error: { why?: string }) => error.why ?? error,
  );
}

/** Gives its bytes as a store does: in a buffer that is used again. */
function sourceOf(zip: Buffer): ZipSource {
  return {
    size: zip.length,
    async *bytes({ start, end }) {
      const buffers = [Buffer.alloc(65_536), Buffer.alloc(65_536)];
      for (let at = start, turn = 0; at <= end; turn += 1) {
        const buffer = required(buffers[turn % 2]);
        const length = zip.copy(buffer, 0, at, Math.min(end + 1, at + buffer.length));
        yield buffer.subarray(0, length);
        at += length;
      }
    },
  };
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is none');
  return value;
}
