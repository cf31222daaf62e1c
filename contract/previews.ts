/** Types that have thumbnails; HEIC and HEIF come from phones. */
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

/** Larger files get no thumbnail. The server holds one such file while it is drawn, and a copy of it on its way there. */
export const maxPreviewedBytes = 64 * 1024 ** 2;
/** Longest side of a thumbnail, in pixels: twice the largest tile, for high-resolution screens. */
export const previewPixels = 512;

/** Thumbnails that a folder shows of what is in it. */
export const maxFolderPictures = 3;
