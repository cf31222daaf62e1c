import sharp, { type Sharp } from 'sharp';
import { previewPixels, screenPixels } from '#contract/previews.ts';
import { ownProfile, withProfile } from './colour-profile.ts';
import type { Picture } from './reading.ts';

/** By the clock; what a file may take of the processor is limited for all of it. */
const timeoutSeconds = 45;
const thumbnailQuality = 78;
const screenQuality = 82;
/** At this effort the encoder takes half of its usual time, for 4 % more bytes. */
const screenEffort = 1;
const blurPixels = 16;
const blurQuality = 30;

/** An image, and what describes its colours where it does not say so itself. */
type Drawable = { image: Sharp; profile?: Buffer | undefined };

/**
 * Draws an opened image in both sizes, upright. The larger one keeps a colour profile of its own, or gets the given one.
 * Throws what the decoder throws.
 */
export async function drawPicture({ image, profile }: Drawable): Promise<Picture> {
  const metadata = await image.metadata();
  const { width, height } = metadata.autoOrient;
  const isLarge = Math.max(width, height) > previewPixels;
  const upright = image.autoOrient().timeout({ seconds: timeoutSeconds });
  const screen = isLarge ? await drawScreen(ownProfile(metadata) ? upright.keepIccProfile() : upright, profile) : null;
  // Decoded once: the small one is made of the large one. Everywhere but on the screen itself colours are sRGB.
  const thumbnail = await (screen === null ? upright : sharp(screen))
    .resize(fitting(previewPixels))
    .webp({ quality: thumbnailQuality })
    .toBuffer();
  const blur = await sharp(thumbnail)
    .resize(blurPixels, blurPixels, { fit: 'inside' })
    .webp({ quality: blurQuality })
    .toBuffer();
  return { thumbnail, screen, width, height, blur: `data:image/webp;base64,${blur.toString('base64')}` };
}

async function drawScreen(upright: Sharp, profile: Buffer | undefined): Promise<Buffer> {
  const { data, info } = await upright
    .resize(fitting(screenPixels))
    .webp({ quality: screenQuality, effort: screenEffort })
    .toBuffer({ resolveWithObject: true });
  return profile === undefined ? data : withProfile(data, profile, info);
}

function fitting(pixels: number) {
  return { width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true } as const;
}
