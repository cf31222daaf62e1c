import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readFile } from '#server/previews/read-file.ts';

test('the facts of a photograph are told before it is drawn', async () => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123' } })
    .withExif({ IFD0: { Model: 'X100' }, IFD2: { DateTimeOriginal: '2026:08:12 05:52:10' } })
    .jpeg()
    .toBuffer();
  const events: unknown[] = [];
  // Drawing takes a turn of the event loop at least.
  const { picture, facts } = await readFile(fileOf('image/jpeg', bytes), (told) =>
    setImmediate(() => events.push(told)),
  );
  events.push('drawn');
  expect(picture).toMatchObject({ width: 60, height: 40 });
  expect(facts).toMatchObject({ camera: 'X100', takenAt: { local: '2026-08-12T05:52:10' }, width: 60 });
  expect(events).toEqual([facts, 'drawn']);
});

test('a photograph of a telephone with more than 50 megapixels has its pictures', async () => {
  const blank = { width: 8160, height: 6144, channels: 3, background: '#123' } as const;
  const bytes = await sharp({ create: blank }).jpeg().toBuffer();
  const { picture } = await readFile(fileOf('image/jpeg', bytes), () => {});
  expect(picture).toMatchObject({ width: 8160, height: 6144, screen: expect.any(Uint8Array) });
});

test('a TIFF says when and with what it was taken', async () => {
  const { picture, facts } = await readFile(fileOf('image/tiff', tiff()), () => {});
  expect(facts).toMatchObject({ camera: 'X100', takenAt: { local: '2026-08-12T05:52:10', from: 'exif' }, width: 8 });
  expect(picture).toMatchObject({ width: 8, height: 4 });
});

function fileOf(contentType: string, bytes: Buffer) {
  return { contentType, name: 'a', size: bytes.length, read: async () => bytes };
}

/** Grey, of 8 by 4 pixels, with a model and a date (TIFF 6.0, section 2): 10 entries, what they point to, and the pixels. */
function tiff(): Buffer {
  const [model, exif, date, pixels] = [134, 139, 157, 177];
  const bytes = Buffer.alloc(pixels + 32, 0x60);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  writeEntries(8, [
    [0x100, 3, 1, 8],
    [0x101, 3, 1, 4],
    [0x102, 3, 1, 8],
    [0x103, 3, 1, 1],
    [0x106, 3, 1, 1],
    [0x110, 2, 5, model],
    [0x111, 4, 1, pixels],
    [0x116, 3, 1, 4],
    [0x117, 4, 1, 32],
    [0x8769, 4, 1, exif],
  ]);
  bytes.write('X100\0', model, 'latin1');
  writeEntries(exif, [[0x9003, 2, 20, date]]);
  bytes.write('2026:08:12 05:52:10\0', date, 'latin1');
  return bytes;

  function writeEntries(at: number, entries: [tag: number, type: number, count: number, value: number][]) {
    bytes.writeUInt16LE(entries.length, at);
    for (const [i, [tag, type, count, value]] of entries.entries()) {
      bytes.writeUInt16LE(tag, at + 2 + i * 12);
      bytes.writeUInt16LE(type, at + 4 + i * 12);
      bytes.writeUInt32LE(count, at + 6 + i * 12);
      bytes.writeUInt32LE(value, at + 10 + i * 12);
    }
    bytes.writeUInt32LE(0, at + 2 + entries.length * 12);
  }
}
