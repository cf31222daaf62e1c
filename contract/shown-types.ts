/**
 * The stored types that a browser may display inline, each with the type that is sent for it. Everything else is offered as a
 * download, because uploaded bytes may contain scripts. No parameter of a request can loosen this.
 */
export const shownTypes: Record<string, string> = {
  'image/png': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'image/apng': 'image/apng',
  'image/bmp': 'image/bmp',
  'image/x-ms-bmp': 'image/bmp',
  'video/mp4': 'video/mp4',
  'video/webm': 'video/webm',
  'audio/mpeg': 'audio/mpeg',
  'audio/ogg': 'audio/ogg',
  'audio/wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'text/plain': 'text/plain; charset=utf-8',
};

/** Shown if its bytes begin like those of a PDF. */
export const pdfType = 'application/pdf';

/** Whether the link of a file shows it in the browser; otherwise it is downloaded. */
export function isShown(contentType: string): boolean {
  return contentType === pdfType || Object.hasOwn(shownTypes, contentType);
}
