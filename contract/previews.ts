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

/** Larger files get no thumbnail. */
export const maxPreviewedBytes = 128 * 1024 ** 2;
/** Longest side of a thumbnail, in pixels: twice the largest tile, for high-resolution screens. */
export const previewPixels = 512;
