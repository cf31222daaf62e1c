import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ownProfile, withProfile } from './colour-profile.ts';

const size = { width: 30, height: 20 };

/** Without a profile, in colours of its own. */
async function webp(alpha: number): Promise<Buffer> {
  const picture = sharp({ create: { ...size, channels: 4, background: { r: 250, g: 20, b: 30, alpha } } });
  return await (alpha === 1 ? picture.removeAlpha() : picture).webp().toBuffer();
}

async function profileOf(name: 'p3' | 'srgb' | 'cmyk'): Promise<Buffer> {
  const { icc } = await sharp(
    await sharp(await webp(1))
      .withIccProfile(name)
      .jpeg()
      .toBuffer(),
  ).metadata();
  return icc ?? Buffer.alloc(0);
}

test('only a profile of RGB that is not sRGB is kept', async () => {
  const wide = await profileOf('p3');
  expect(ownProfile({ icc: wide, space: 'srgb' })).toBe(wide);
  expect(ownProfile({ icc: await profileOf('srgb'), space: 'srgb' })).toBeUndefined();
  expect(ownProfile({ icc: await profileOf('cmyk'), space: 'cmyk' })).toBeUndefined();
  expect(ownProfile({ icc: Buffer.alloc(10), space: 'srgb' })).toBeUndefined();
  expect(ownProfile({ icc: undefined, space: 'srgb' })).toBeUndefined();
});

test.each([1, 0.5])('a WebP gets a profile, and its pixels and its transparency of %d stay', async (alpha) => {
  const [plain, profile] = [await webp(alpha), await profileOf('p3')];
  const tagged = withProfile(plain, profile, size);
  const { icc, hasAlpha, width, height } = await sharp(tagged).metadata();
  expect([icc?.equals(profile), hasAlpha, width, height]).toEqual([true, alpha < 1, 30, 20]);
  // Untouched where the profile is ignored; seen through it they are another red.
  const pixels = async (bytes: Buffer, options = {}) => (await sharp(bytes, options).raw().toBuffer()).toString('hex');
  expect(await pixels(tagged, { ignoreIcc: true })).toBe(await pixels(plain));
  expect(await pixels(tagged)).not.toBe(await pixels(plain));
});
