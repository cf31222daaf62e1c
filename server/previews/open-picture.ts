import decodeHeic from 'heic-decode';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { ownProfile } from './colour-profile.ts';
import { readPictureHeader } from './headers/picture-header.ts';

/** Larger pictures are not decoded: 50 megapixels take 200 MB. */
const maxPixels = 50_000_000;
/** A JPEG is made smaller while it is decoded, so that 200 megapixels of a telephone take less. */
const maxJpegPixels = 250_000_000;
const reading = { sequentialRead: true, failOn: 'error', pages: 1 } as const;

/** An image to be decoded, and its colour profile where that is lost with decoding. */
type Decodable = { image: Sharp; profile: Buffer | undefined };

/** What the headers of a picture say, and the way to its pixels. */
export type OpenPicture = { metadata: Metadata; decodable: () => Promise<Decodable> };

/** Opens a picture of a kind that is decoded. Throws for all others; `decodable` throws for pictures that are too large. */
export async function openPicture(bytes: Uint8Array): Promise<OpenPicture> {
  const header = readPictureHeader(bytes);
  if (header === undefined) throw new Error('No picture');
  const { pixels = 0 } = header;
  if (pixels === Number.POSITIVE_INFINITY) throw new Error('Its header cannot be trusted');
  // Of a photograph that is too large it can still be said when it was taken: only headers are read here.
  const metadata = await sharp(bytes, { ...reading, limitInputPixels: false }).metadata();
  return { metadata, decodable: () => decodable(bytes, metadata, pixels) };
}

/** `pixels`: of the largest image that its header declares. */
async function decodable(bytes: Uint8Array, metadata: Metadata, pixels: number): Promise<Decodable> {
  const { format, compression, width, height, hasAlpha } = metadata;
  const most = format === 'jpeg' ? maxJpegPixels : maxPixels;
  if (Math.max(pixels, width * height) > most) throw new Error('Too many pixels');
  // libvips reads the header of HEIC but may not decode its patented codec.
  if (format !== 'heif' || compression === 'av1')
    return { image: sharp(bytes, { ...reading, limitInputPixels: most }), profile: undefined };
  const decoded = await decodeHeic({ buffer: bytes });
  const raw = { width: decoded.width, height: decoded.height, channels: 4 } as const;
  const image = sharp(new Uint8Array(decoded.data), { raw });
  return { image: hasAlpha ? image : image.removeAlpha(), profile: ownProfile(metadata) };
}
