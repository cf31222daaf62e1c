/** What a camera wrote of the light on its sensor, which also holds pictures that are ready to be seen. */
export type RawPicture = {
  /** Upright, in pixels, as far as it is known. */
  width: number | undefined;
  height: number | undefined;
  /** How it is to be turned to be upright (EXIF 0x0112), where its pictures do not say so themselves. */
  orientation: number;
  /** Where pictures are that can be decoded, the largest first; the whole where it begins with a small one. */
  pictures: Range[];
  /** Its EXIF: each a TIFF, or what such a segment of a JPEG holds. The first one that says something counts. */
  exif: Buffer[];
};

export type Range = { start: number; end: number };

type Taken = Omit<RawPicture, 'pictures'> & { pictures: (Range | undefined)[] };

/** Cameras write up to three. */
const maxJpegs = 3;

/** Of a file of that size: its size upright, and its JPEGs as far as they are inside. */
export function rawPicture({ width, height, orientation, pictures, exif }: Taken, size: number): RawPicture {
  const isTurned = orientation >= 5 && orientation <= 8;
  const jpegs = pictures
    .filter((jpeg) => jpeg !== undefined)
    .filter(({ start, end }) => start < end && end <= size)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start));
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    orientation,
    pictures: jpegs.slice(0, maxJpegs),
    exif,
  };
}
