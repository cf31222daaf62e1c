import { kindOf } from './kinds.ts';

/** Types of which a thumbnail is expected from the upload on; HEIC and HEIF come from phones. Others may get one. */
export const previewedTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/heic',
  'image/heif',
];

const readKinds: readonly string[] = ['photo', 'video', 'audio', 'pdf'];

/** Whether a file of this type is looked into for its facts and its thumbnail. */
export function isRead(contentType: string): boolean {
  return readKinds.includes(kindOf(contentType));
}

/** Larger pictures and PDFs get no thumbnail. The server holds one such file while it is drawn, and a copy of it on its way there. */
export const maxPreviewedBytes = 64 * 1024 ** 2;
/** Longest side of a thumbnail, in pixels: twice the largest tile, for high-resolution screens. */
export const previewPixels = 512;
/** Longest side of the picture that a viewer shows at once, in pixels. */
export const screenPixels = 2048;

/** Thumbnails that a folder shows of what is in it. */
export const maxFolderPictures = 3;
