import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createThumbnailMaker } from '#server/previews/process/thumbnail-maker.ts';
import type { Reading } from '#server/previews/reading.ts';

const maker = createThumbnailMaker({ report: () => {} });
/** What never ends is waited for in vain. */
const impatient = createThumbnailMaker({ report: () => {}, busyMs: 3000 });
afterAll(() => {
  maker.close();
  impatient.close();
});

const square = () =>
  sharp({ create: { width: 96, height: 64, channels: 3, background: '#c03020' } }).withExif({
    IFD0: { Make: 'Maker' },
    IFD2: { DateTimeOriginal: '2026:08:12 05:52:10' },
  });
const fixture = (name: string) => async () => readFileSync(new URL(`../support/fixtures/${name}`, import.meta.url));

/** One of each kind that is decoded. */
const kinds: [type: string, make: () => Promise<Buffer>][] = [
  ['image/jpeg', () => square().jpeg().toBuffer()],
  ['image/png', () => square().png().toBuffer()],
  ['image/gif', () => square().gif().toBuffer()],
  ['image/webp', () => square().webp().toBuffer()],
  ['image/avif', () => square().avif({ effort: 0 }).toBuffer()],
  ['image/tiff', () => square().tiff().toBuffer()],
  ['image/heic', fixture('red-96x64.heic')],
  ['application/pdf', fixture('media/three-pages.pdf')],
  ['video/mp4', fixture('media/film-turned.mp4')],
  ['video/webm', fixture('media/film.webm')],
  ['video/mp2t', fixture('media/film.m2ts')],
  ['video/x-msvideo', fixture('media/film.avi')],
  ['video/x-ms-wmv', fixture('media/film.wmv')],
  ['video/x-flv', fixture('media/film.flv')],
  ['video/mpeg', fixture('media/film.mpg')],
  ['audio/x-aiff', fixture('media/song.aiff')],
  ['audio/aac', fixture('media/song.aac')],
  ['audio/mpeg', fixture('media/song.mp3')],
  ['audio/flac', fixture('media/song.flac')],
  ['audio/ogg', fixture('media/song.ogg')],
  ['audio/mp4', fixture('media/memo.m4a')],
  ['audio/wav', fixture('media/song.wav')],
];

describe.each(kinds)('%s', (contentType, make) => {
  test('cut off at every twentieth, and with flipped bits, ends the process at most, and what is found is sound', async () => {
    const whole = await make();
    expect((await read(contentType, whole)).facts).toBeDefined();
    for (let part = 0; part < 20; part += 1)
      check(await read(contentType, whole.subarray(0, Math.floor((whole.length * part) / 20))));
    for (let i = 1; i <= 10; i += 1) {
      const flipped = Buffer.from(whole);
      // Numbers that look random, and are the same each time; the beginning, where the structure is, more often.
      for (let flip = 1; flip <= 6; flip += 1) {
        const at = (i * 7919 * flip) % (flip % 2 === 0 ? Math.min(400, whole.length) : whole.length);
        flipped[at] = (flipped[at] ?? 0) ^ (1 << ((i * flip) % 8));
      }
      check(await read(contentType, flipped));
    }
    expect((await read(contentType, whole)).facts).toBeDefined();
  });
});

test.each<[string, string, () => Promise<Buffer>]>([
  ['a PDF that draws without end', 'application/pdf', async () => pdfOf(nestedForms(12, 12))],
  ['a PDF with a stream that unpacks to gigabytes', 'application/pdf', async () => pdfOf([bombStream()])],
  ['a PDF with an image of more pixels than memory', 'application/pdf', async () => pdfOf(hugeImage())],
  [
    'a film whose boxes are longer than it',
    'video/mp4',
    async () => withSizes(await fixture('media/film-turned.mp4')()),
  ],
  ['a sound with a cover of 400 megapixels', 'audio/mpeg', async () => withCover(await bigPicture())],
  ['a sound of 4 GHz in 65,535 channels', 'audio/wav', async () => manyChannels(await fixture('media/song.wav')())],
  ['a sound whose packets play for no time', 'audio/mp4', async () => timeless(await fixture('media/memo.m4a')())],
  ['a playlist that says it is a film', 'video/mp4', async () => Buffer.from(playlist)],
])('%s harms nothing', async (_, contentType, make) => {
  check(await read(contentType, await make(), impatient));
  const { picture } = await read('image/png', await square().png().toBuffer(), impatient);
  expect(picture).toMatchObject({ width: 96, height: 64 });
});

test.each<[string, string, () => Promise<Buffer>]>([
  ['WebM of sizes that are wrong', 'video/webm', async () => withSizes(await fixture('media/film.webm')())],
  [
    'MP4 of boxes without end',
    'video/mp4',
    async () => Buffer.concat([await fixture('media/film-turned.mp4')().then(brand), emptyBoxes(500_000)]),
  ],
])('of a %s nothing is asked for but what lies in it, and not without end', async (_, contentType, make) => {
  const bytes = await make();
  let [count, sum, outside] = [0, 0, 0];
  const asked = async (start: number, end: number) => {
    count += 1;
    sum += end - start;
    if (start < 0 || start >= end || end > bytes.length) outside += 1;
    return bytes.subarray(start, end);
  };
  check(await maker.read({ contentType, name: 'hostile', size: bytes.length, read: asked }));
  expect(outside).toBe(0);
  expect(count).toBeLessThan(500);
  expect(sum).toBeLessThan(16 * 1024 ** 2);
});

/** Found, or, where the process was ended by what it read, nothing. */
async function read(contentType: string, bytes: Uint8Array, by = maker): Promise<Reading> {
  const file = {
    contentType,
    name: 'hostile',
    size: bytes.length,
    read: async (start: number, end: number) => bytes.subarray(start, end),
  };
  return await by.read(file).catch((error: Error) => {
    expect(error.message).toMatch(/^The process ended: /);
    return { picture: undefined, facts: undefined };
  });
}

/** What is kept of it is within what the contract says. */
function check({ picture, facts }: Reading): void {
  if (picture !== undefined) {
    expect(picture.width).toBeGreaterThan(0);
    expect(Buffer.from(picture.thumbnail).toString('latin1', 0, 4)).toBe('RIFF');
    expect(picture.blur.length).toBeLessThan(2000);
  }
  if (facts === undefined) return;
  for (const text of [facts.camera, facts.lens, facts.title, facts.artist])
    expect(text?.length ?? 0).toBeLessThanOrEqual(200);
  for (const count of [facts.width, facts.height, facts.pages, facts.seconds]) expect(count ?? 1).toBeGreaterThan(0);
}

/** A PDF whose page draws the last of these objects as a form. */
function pdfOf(parts: readonly Buffer[]): Buffer {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /X ${parts.length + 4} 0 R >> >> >>`;
  const head = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', page];
  const objects = [...head.map((text) => Buffer.from(text)), streamOf('', Buffer.from('/X Do')), ...parts];
  const body = objects.map((object, i) =>
    Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...body, Buffer.from('trailer << /Root 1 0 R >>\n%%EOF')]);
}

function streamOf(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Forms each of which draws the one before it several times. */
function nestedForms(depth: number, times: number): Buffer[] {
  return Array.from({ length: depth }, (_, i) => {
    const resources = i === 0 ? '' : `/Resources << /XObject << /X ${i + 4} 0 R >> >>`;
    const content = (i === 0 ? '0 0 600 800 re f ' : '/X Do ').repeat(times);
    return streamOf(`/Type /XObject /Subtype /Form /BBox [0 0 600 800] ${resources}`, Buffer.from(content));
  });
}

function bombStream(): Buffer {
  let bytes: Buffer = Buffer.alloc(64 * 1024 ** 2, '0 0 1 1 re f ');
  for (let i = 0; i < 2; i += 1) bytes = deflateSync(bytes);
  const filters = '/Filter [/FlateDecode /FlateDecode]';
  return streamOf(`/Type /XObject /Subtype /Form /BBox [0 0 600 800] ${filters}`, bytes);
}

function hugeImage(): Buffer[] {
  const entries =
    '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
  return [streamOf(`${entries} /Filter /FlateDecode`, deflateSync(Buffer.alloc(1024 ** 2)))];
}

/** The box that says what a film is. */
function brand(film: Buffer): Buffer {
  return film.subarray(0, film.readUInt32BE(0));
}

function emptyBoxes(count: number): Buffer {
  return Buffer.alloc(count * 8, Buffer.from('\0\0\0\u0008free', 'latin1'));
}

/** With the longest of sizes in the first places where one may be. */
function withSizes(film: Buffer): Buffer {
  const spoilt = Buffer.from(film);
  for (const at of [32, 40, 80, 120, 200]) spoilt.writeUInt32BE(0xfffffff0, at);
  return spoilt;
}

/** The format of a WAVE in its header says so; each sample is still a byte long. */
function manyChannels(wave: Buffer): Buffer {
  const spoilt = Buffer.from(wave);
  spoilt.writeUInt16LE(65_535, 22);
  spoilt.writeUInt32LE(0xfffffff0, 24);
  return spoilt;
}

/** As its table of times says (ISO 14496-12, 8.6.1.2). */
function timeless(sound: Buffer): Buffer {
  const spoilt = Buffer.from(sound);
  const table = spoilt.indexOf('stts') + 8;
  for (let entry = 0; entry < spoilt.readUInt32BE(table); entry += 1) spoilt.writeUInt32BE(0, table + entry * 8 + 8);
  return spoilt;
}

/** A PNG that says it is larger than it is. */
async function bigPicture(): Promise<Buffer> {
  const png = await square().png().toBuffer();
  png.writeUInt32BE(20_000, 16);
  png.writeUInt32BE(20_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A sound that is nothing but its ID3 tag. */
function withCover(cover: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('\0image/png\0\u0003\0', 'latin1'), cover]);
  const frame = Buffer.concat([Buffer.from('APIC'), synchsafe(content.length), Buffer.from([0, 0]), content]);
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), synchsafe(frame.length), frame]);
}

function synchsafe(size: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((bits) => (size >> bits) & 127));
}

const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
