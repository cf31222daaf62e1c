import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPictureHeader } from './picture-header.ts';

const square = () => sharp({ create: { width: 64, height: 32, channels: 3, background: '#123456' } });

test.each([
  ['jpeg', 'jpeg', undefined],
  ['png', 'png', 64 * 32],
  ['gif', 'gif', 64 * 32],
  ['webp', 'webp', undefined],
  ['tiff', 'tiff', undefined],
  ['avif', 'heif', 64 * 32],
] as const)('a %s is recognized by its bytes', async (written, format, pixels) => {
  expect(readPictureHeader(await square().toFormat(written).toBuffer())).toEqual({ format, pixels });
});

test.each(['', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', '\x89PNG\r\n\x1a\n', '\0\0\0\x18JXL ', '8BPS'])(
  '%j is no picture that is decoded',
  (text) => {
    expect(readPictureHeader(Buffer.from(text, 'latin1'))).toBeUndefined();
  },
);

test('an AVIF has the pixels of the largest size that it declares', async () => {
  const hostile = await square().avif().toBuffer();
  const ispe = hostile.indexOf('ispe');
  hostile.writeUInt32BE(60_000, ispe + 8);
  hostile.writeUInt32BE(50_000, ispe + 12);
  expect(readPictureHeader(hostile)).toEqual({ format: 'heif', pixels: 3_000_000_000 });
  // A box that ends nowhere.
  hostile.writeUInt32BE(0x7fffffff, ispe - 4);
  expect(readPictureHeader(hostile)?.pixels).toBe(Number.POSITIVE_INFINITY);
});
