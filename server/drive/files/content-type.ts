import mime from 'mime';

/** RFC 9110 section 8.3.1: type "/" subtype, each a token. */
const mediaType = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

export const unknownContentType = 'application/octet-stream';

/** The media type to keep for a file: what the client declared when that is one, else what the name's ending says. */
export function contentTypeOf(name: string, declared: string | undefined): string {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (mediaType.test(type) && type !== unknownContentType) return type;
  return mime.getType(name) ?? unknownContentType;
}
