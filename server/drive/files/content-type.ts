import mime from 'mime';

/** RFC 9110 section 8.3.1: type "/" subtype, each a token. */
const mediaType = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

export const unknownContentType = 'application/octet-stream';

/** The media type to store for a file: the declared one if it is valid, otherwise that of the extension of the name. */
export function contentTypeOf(name: string, declared: string | undefined): string {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (mediaType.test(type) && type !== unknownContentType) return type;
  return mime.getType(name) ?? unknownContentType;
}
