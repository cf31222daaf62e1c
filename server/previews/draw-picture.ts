import sharp, { type Metadata, type Sharp } from 'sharp';
import { previewPixels, screenPixels } from '#contract/previews.ts';
import type { Picture } from './reading.ts';

const timeoutSeconds = 10;
const thumbnailQuality = 78;
const screenQuality = 82;
/** At this effort the encoder takes half of its usual time, for 4 % more bytes. */
const screenEffort = 1;
const blurPixels = 16;
const blurQuality = 30;
/** Profiles of cameras and screens have a few kilobytes; those of printers, which have more, are no profiles of RGB. */
const maxProfileBytes = 64 * 1024;

/** Draws an opened image in both sizes, upright. The larger one keeps a colour profile of its own. Throws what the decoder throws. */
export async function drawPicture(image: Sharp): Promise<Picture> {
  const metadata = await image.metadata();
  const { width, height } = metadata.autoOrient;
  const isLarge = Math.max(width, height) > previewPixels;
  const upright = image.autoOrient().timeout({ seconds: timeoutSeconds });
  const fitting = (pixels: number) =>
    ({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true }) as const;
  const screen = isLarge
    ? await (hasOwnColours(metadata) ? upright.keepIccProfile() : upright)
        .resize(fitting(screenPixels))
        .webp({ quality: screenQuality, effort: screenEffort })
        .toBuffer()
    : null;
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

/** Whether an image has a profile of RGB that is not sRGB: its description, in ASCII or UTF-16, says so (ICC.1, 7.2 and 9.2). */
function hasOwnColours({ icc, space }: Metadata): boolean {
  if (icc === undefined || icc.length > maxProfileBytes || space === 'cmyk') return false;
  if (icc.toString('latin1', 16, 20) !== 'RGB ') return false;
  return !icc.includes('sRGB') && !icc.includes(Buffer.from('sRGB', 'utf16le').swap16());
}
