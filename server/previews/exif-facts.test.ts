import sharp, { type Exif } from 'sharp';
import { expect, test } from 'vitest';
import { exifFacts } from './exif-facts.ts';
import { textFact } from './facts/fact-values.ts';

const full: Exif = {
  IFD0: { Make: 'Canon', Model: 'Canon EOS R6' },
  IFD2: {
    DateTimeOriginal: '2026:08:12 05:52:10',
    OffsetTimeOriginal: '+02:00',
    FNumber: '28/10',
    ExposureTime: '1/250',
    ISOSpeedRatings: '400',
    FocalLength: '35/1',
    LensModel: 'RF35mm F1.8',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 51/1 2520/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '151/1 12/1 4000/100',
  },
};

test('a photograph says when, where and with what it was taken', async () => {
  expect(exifFacts(await blockOf(full))).toEqual({
    takenAt: { local: '2026-08-12T05:52:10', offset: '+02:00', from: 'exif' },
    camera: 'Canon EOS R6',
    lens: 'RF35mm F1.8',
    exposure: { aperture: 2.8, seconds: 0.004, iso: 400, focalLength: 35 },
    place: { latitude: -33.857, longitude: 151.211111 },
  });
});

test.each<[string, Exif, object]>([
  [
    'the maker where the model does not name it',
    { IFD0: { Make: 'Apple', Model: 'iPhone 15' } },
    { camera: 'Apple iPhone 15' },
  ],
  [
    'the time of digitizing for want of another',
    { IFD2: { DateTimeDigitized: '1998:03:04 10:00:00' } },
    { takenAt: { local: '1998-03-04T10:00:00', offset: null, from: 'exif' } },
  ],
  ['no time that cannot be', { IFD2: { DateTimeOriginal: '0000:00:00 00:00:00' } }, { takenAt: null }],
  ['no time before the first photograph', { IFD2: { DateTimeOriginal: '1799:01:01 00:00:00' } }, { takenAt: null }],
  ['no time to come', { IFD2: { DateTimeOriginal: '2999:01:01 00:00:00' } }, { takenAt: null }],
  [
    'no offset that is none',
    { IFD2: { DateTimeOriginal: '2020:01:01 00:00:00', OffsetTimeOriginal: '+99:00' } },
    { takenAt: { local: '2020-01-01T00:00:00', offset: null, from: 'exif' } },
  ],
  [
    'no place beyond the poles',
    { IFD3: { GPSLatitude: '95/1 0/1 0/1', GPSLongitude: '1/1 0/1 0/1' } },
    { place: null },
  ],
  [
    'no place where the receiver found none',
    { IFD3: { GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' } },
    { place: null },
  ],
  ['a text up to its limit', { IFD2: { LensModel: 'x'.repeat(5000) } }, { lens: 'x'.repeat(200) }],
])('%s', async (_, exif, expected) => {
  expect(exifFacts(await blockOf(exif))).toMatchObject(expected);
});

test('a text is cut between characters, and control characters go', () => {
  expect(textFact(`a\n\u0000b${'😀'.repeat(150)}`)).toBe(`a b${'😀'.repeat(98)}`);
  expect(textFact('\u0007 \u2028')).toBeNull();
});

test('a damaged block says what it still can, and never throws', async () => {
  const block = await blockOf(full);
  for (let percent = 0; percent < 100; percent += 5)
    expect(exifFacts(block.subarray(0, (block.length * percent) / 100))).toBeDefined();
  for (let i = 0; i < 300; i += 1) {
    const damaged = Buffer.from(block);
    // Numbers that look random, and are the same each time.
    for (let flip = 1; flip <= 4; flip += 1) damaged[(i * 7919 * flip) % damaged.length] = (i * 104_729 * flip) % 256;
    const { place, takenAt } = exifFacts(damaged);
    if (place !== null) expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
    if (takenAt !== null) expect(Number.isNaN(Date.parse(`${takenAt.local}Z`))).toBe(false);
  }
  expect(exifFacts(Buffer.alloc(2 ** 21))).toMatchObject({ takenAt: null });
  expect(exifFacts(undefined)).toMatchObject({ takenAt: null });
});

async function blockOf(exif: Exif): Promise<Buffer> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
  const { exif: block } = await sharp(await picture.jpeg().withExif(exif).toBuffer()).metadata();
  return block ?? Buffer.alloc(0);
}
