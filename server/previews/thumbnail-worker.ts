/**
 * The child process that makes thumbnails: files that people upload may be broken or malicious. It has access to no files
 * and no secrets: bytes come in by message, a thumbnail goes out. Its parent kills it when it takes too long.
 */
import { setPriority } from 'node:os';
import decodeHeic from 'heic-decode';
import sharp, { type Sharp } from 'sharp';
import { readPictureHeader } from './picture-header.ts';
import type { Thumbnail, ThumbnailRequest } from './thumbnail.ts';
import type { ThumbnailMessage } from './thumbnail-process.ts';

/** Larger pictures are refused before they are decoded: 50 megapixels take 200 MB. */
const maxPixels = 50_000_000;
const timeoutSeconds = 10;
const quality = 78;
const blurPixels = 16;
const blurQuality = 30;

setPriority(10);
sharp.cache(false);
sharp.concurrency(1);

process.on('message', ({ bytes, pixels }: ThumbnailRequest) => {
  makeThumbnail(bytes, pixels).then(
    (thumbnail) => process.send?.(thumbnail),
    () => process.send?.(null),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready' satisfies ThumbnailMessage);

async function makeThumbnail(bytes: Uint8Array, pixels: number): Promise<Thumbnail> {
  const image = await openImage(bytes);
  const { autoOrient } = await image.metadata();
  const small = await image
    .autoOrient()
    .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: timeoutSeconds })
    .webp({ quality })
    .toBuffer();
  const blur = await sharp(small)
    .resize(blurPixels, blurPixels, { fit: 'inside' })
    .webp({ quality: blurQuality })
    .toBuffer();
  return {
    bytes: small,
    width: autoOrient.width,
    height: autoOrient.height,
    blur: `data:image/webp;base64,${blur.toString('base64')}`,
  };
}

async function openImage(bytes: Uint8Array): Promise<Sharp> {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new Error('No picture');
  if (header.pixels !== undefined && header.pixels > maxPixels) throw new Error('Too many pixels');
  const image = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error', pages: 1 });
  const { format, compression, width, height } = await image.metadata();
  if (width * height > maxPixels) throw new Error('Too many pixels');
  // libvips reads the header of HEIC but may not decode its patented codec.
  if (format !== 'heif' || compression === 'av1') return image;
  const decoded = await decodeHeic({ buffer: bytes });
  return sharp(new Uint8Array(decoded.data), { raw: { width: decoded.width, height: decoded.height, channels: 4 } });
}
