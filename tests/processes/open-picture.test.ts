import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openPicture } from '#server/previews/open-picture.ts';
import { sayingSize } from '#tests/support/fixtures/files/jpeg-size.ts';

const tooLarge = { width: 8000, height: 7000 };
const tooLargeJpeg = { width: 16_000, height: 16_000 };

test.each([
  ['png', tooLarge, async () => await blank(tooLarge).png().toBuffer()],
  ['gif', tooLarge, async () => await blank(tooLarge).gif().toBuffer()],
  [
    'jpeg',
    tooLargeJpeg,
    async () => sayingSize(await blank({ width: 80, height: 80 }).jpeg().toBuffer(), tooLargeJpeg),
  ],
] as const)('of a %s of too many pixels only the headers are read', async (_format, size, bytes) => {
  const { metadata, decodable } = await openPicture(await bytes());
  expect(metadata).toMatchObject(size);
  await expect(decodable()).rejects.toThrow('Too many pixels');
});

function blank(size: { width: number; height: number }) {
  return sharp({ create: { ...size, channels: 3, background: 'black' } });
}
