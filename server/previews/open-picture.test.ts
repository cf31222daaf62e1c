import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openPicture } from './open-picture.ts';

test.each([
  ['png', 8000, 7000],
  ['gif', 8000, 7000],
  ['jpeg', 16_000, 16_000],
] as const)('of a %s of too many pixels only the headers are read', async (format, width, height) => {
  const blank = { width, height, channels: 3, background: 'black' } as const;
  const bytes = await sharp({ create: blank }).toFormat(format).toBuffer();
  const { metadata, decodable } = await openPicture(bytes);
  expect(metadata).toMatchObject({ width, height });
  await expect(decodable()).rejects.toThrow('Too many pixels');
});
