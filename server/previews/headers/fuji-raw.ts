import { exifOfJpeg, orientationIn } from './exif-block.ts';
import { type RawPicture, rawPicture } from './raw-picture.ts';
import type { Bytes } from './tiff-directories.ts';

const name = 'FUJIFILMCCD-RAW ';
/** Of the JPEG, and of what is said of the sensor: each the place, then the length. */
const [jpegAt, jpegBytesAt, sensorAt, sensorBytesAt, headBytes] = [84, 88, 92, 96, 100];
/** What is said of it is a number of records: a tag, a length, and so many bytes. */
const maxSensorBytes = 64 * 1024;
const [recordHeadBytes, croppedSize] = [4, 0x111];

/** Opens a raw picture of Fujifilm (RAF): in front of it is a JPEG, which has all EXIF. Undefined if it is none. */
export async function openFujiRaw(file: Bytes): Promise<RawPicture | undefined> {
  if (file.size < headBytes) return undefined;
  const head = Buffer.from(await file.read(0, headBytes));
  if (!head.toString('latin1').startsWith(name)) return undefined;
  const start = head.readUInt32BE(jpegAt);
  const jpeg = { start, end: start + head.readUInt32BE(jpegBytesAt) };
  const exif = await exifOfJpeg(file, jpeg);
  const sensor = await readSensor(head.readUInt32BE(sensorAt), head.readUInt32BE(sensorBytesAt));
  return rawPicture({ ...sensor, orientation: await orientationIn(exif[0]), pictures: [jpeg], exif }, file.size);

  async function readSensor(at: number, length: number): Promise<Pick<RawPicture, 'width' | 'height'>> {
    const end = Math.min(file.size, at + Math.min(length, maxSensorBytes));
    const records = at < end ? Buffer.from(await file.read(at, end)) : Buffer.alloc(0);
    for (let record = 4; record + 2 * recordHeadBytes <= records.length; ) {
      const content = record + recordHeadBytes;
      if (records.readUInt16BE(record) === croppedSize)
        return { height: records.readUInt16BE(content), width: records.readUInt16BE(content + 2) };
      record = content + records.readUInt16BE(record + 2);
    }
    return { width: undefined, height: undefined };
  }
}
