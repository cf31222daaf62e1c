import mime from 'mime';

/** RFC 9110 section 8.3.1: type "/" subtype, each a token. */
const mediaType = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

/** Of what cameras write, which no register has: as shared-mime-info names them. */
const ofCameras = new Map(
  Object.entries({
    arw: 'image/x-sony-arw',
    cr2: 'image/x-canon-cr2',
    cr3: 'image/x-canon-cr3',
    hif: 'image/heif',
    nef: 'image/x-nikon-nef',
    nrw: 'image/x-nikon-nrw',
    orf: 'image/x-olympus-orf',
    pef: 'image/x-pentax-pef',
    raf: 'image/x-fuji-raf',
    rw2: 'image/x-panasonic-rw2',
    srw: 'image/x-samsung-srw',
  }),
);

export const unknownContentType = 'application/octet-stream';

/** The media type to store for a file: the declared one if it is valid, otherwise that of the extension of the name. */
export function contentTypeOf(name: string, declared: string | undefined): string {
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (mediaType.test(type) && type !== unknownContentType) return type;
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return mime.getType(name) ?? ofCameras.get(extension) ?? unknownContentType;
}
