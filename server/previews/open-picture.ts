import decodeHeic from 'heic-decode';
import sharp, { type Sharp } from 'sharp';
import { ownProfile } from './colour-profile.ts';
import { readPictureHeader } from './picture-header.ts';

/** Larger pictures are refused before they are decoded: 50 megapixels take 200 MB. */
const maxPixels = 50_000_000;

/** An image to be decoded, the EXIF block of the file, and its colour profile where that is lost with decoding. */
export type OpenPicture = { image: Sharp; exif: Buffer | undefined; profile?: Buffer | undefined };

/** Opens a picture of a kind that is decoded. Throws for all others, and for pictures that are too large. */
export async function openPicture(bytes: Uint8Array): Promise<OpenPicture> {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new Error('No picture');
  if (header.pixels !== undefined && header.pixels > maxPixels) throw new Error('Too many pixels');
  const image = sharp(bytes, { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error', pages: 1 });
  const metadata = await image.metadata();
  const { format, compression, width, height, exif, hasAlpha } = metadata;
  if (width * height > maxPixels) throw new Error('Too many pixels');
  // libvips reads the header of HEIC but may not decode its patented codec.
  if (format !== 'heif' || compression === 'av1') return { image, exif };
  const decoded = await decodeHeic({ buffer: bytes });
  const raw = { width: decoded.width, height: decoded.height, channels: 4 } as const;
  const pixels = sharp(new Uint8Array(decoded.data), { raw });
  return { image: hasAlpha ? pixels : pixels.removeAlpha(), exif, profile: ownProfile(metadata) };
}
