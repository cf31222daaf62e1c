import readExif, { type Exif } from 'exif-reader';
import { numberFact, takenFact, textFact } from './facts/fact-values.ts';
import { maxExifBytes } from './headers/exif-block.ts';
import type { FileFacts } from './reading.ts';

type PhotographFacts = Pick<FileFacts, 'takenAt' | 'camera' | 'lens' | 'exposure' | 'place'>;

const none: PhotographFacts = { takenAt: null, camera: null, lens: null, exposure: null, place: null };

/** What the reader makes of `0000:00:00 00:00:00`: the camera's clock was not set. */
const unsetClock = Date.UTC(0, -1, 0);

/** What an EXIF block says of a photograph (CIPA DC-008); nothing where it is broken. A TIFF is such a block, of any size. */
export function exifFacts(block: Buffer | undefined, maxBytes = maxExifBytes): PhotographFacts {
  if (block === undefined || block.length > maxBytes) return none;
  try {
    const exif = readExif(block);
    return {
      takenAt: takenIn(exif),
      camera: cameraIn(exif),
      lens: textFact(exif.Photo?.LensModel),
      exposure: exposureIn(exif),
      place: placeIn(exif),
    };
  } catch {
    return none;
  }
}

/** `DateTime` is left out: that is when the file was last changed. */
function takenIn({ Photo }: Exif): FileFacts['takenAt'] {
  const clockOf = (value: unknown) => (value instanceof Date && value.getTime() !== unsetClock ? value : undefined);
  return (
    takenFact(clockOf(Photo?.DateTimeOriginal), { offset: Photo?.OffsetTimeOriginal, from: 'exif' }) ??
    takenFact(clockOf(Photo?.DateTimeDigitized), { offset: Photo?.OffsetTimeDigitized, from: 'exif' })
  );
}

/** The maker is left out where the model names it. */
function cameraIn({ Image }: Exif): string | null {
  const [maker, model] = [textFact(Image?.Make), textFact(Image?.Model)];
  if (maker === null || model === null) return model ?? maker;
  const [brand = ''] = maker.split(' ');
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : textFact(`${maker} ${model}`);
}

function exposureIn({ Photo }: Exif): FileFacts['exposure'] {
  const speed: unknown = Photo?.ISOSpeedRatings;
  const exposure = {
    aperture: numberFact(Photo?.FNumber, 0.1, 1000),
    seconds: numberFact(Photo?.ExposureTime, 1e-7, 1e6),
    iso: numberFact(Array.isArray(speed) ? (speed[0] as unknown) : speed, 1, 1e8),
    focalLength: numberFact(Photo?.FocalLength, 0.1, 1e5),
  };
  return Object.values(exposure).some((value) => value !== null) ? exposure : null;
}

/** A receiver that found no satellite writes zeros. */
function placeIn({ GPSInfo }: Exif): FileFacts['place'] {
  const latitude = degreesIn(GPSInfo?.GPSLatitude, GPSInfo?.GPSLatitudeRef === 'S', 90);
  const longitude = degreesIn(GPSInfo?.GPSLongitude, GPSInfo?.GPSLongitudeRef === 'W', 180);
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return { latitude, longitude };
}

/** Degrees, minutes and seconds as one number, to about 10 cm. */
function degreesIn(parts: unknown, isNegative: boolean, most: number): number | null {
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > 3) return null;
  const [degrees, minutes = 0, seconds = 0] = parts.map(Number);
  const value = Number(((degrees ?? Number.NaN) + minutes / 60 + seconds / 3600).toFixed(6));
  return numberFact(isNegative && value !== 0 ? -value : value, -most, most);
}
