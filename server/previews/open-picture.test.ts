import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openPicture } from './open-picture.ts';

test.each(['png', 'gif', 'jpeg'] as const)('of a %s of too many pixels only the headers are read', async (format) => {
  const blank = { width: 8000, height: 7000, channels: 3, background: 'black' } as const;
  const bytes = await sharp({ create: blank }).toFormat(format).toBuffer();
  const { metadata, decodable } = await openPicture(bytes);
  expect(metadata).toMatchObject({ width: 8000, height: 7000 });
  await expect(decodable()).rejects.toThrow('Too many pixels');
});
