/** Types a small picture is made of; HEIC and HEIF are what phones take. */
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

/** Larger files get no small picture. */
export const maxPreviewedBytes = 128 * 1024 ** 2;
/** Longest side of a small picture, in pixels: twice the largest tile, for fine screens. */
export const previewPixels = 512;
