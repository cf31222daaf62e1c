import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readFile } from '#server/previews/read-file.ts';
import { cr3File, exifOfJpeg, orfFile, rafFile, rw2File } from '#tests/support/fixtures/files/raw-files.ts';

const plain = await drawn(60, 40).jpeg().toBuffer();
const small = await drawn(6, 4).jpeg().toBuffer();
const saying = await drawn(60, 40).withMetadata({ orientation: 6 }).withExifMerge(exifOfJpeg).jpeg().toBuffer();

/** As the cameras write them: which of them have EXIF in the JPEG. */
const files: [string, Buffer, object][] = [
  ['x-olympus-orf', orfFile(plain), { width: 3912, height: 5240 }],
  ['x-olympus-orf', orfFile(plain, 'OM SYSTEM\0\0\0II'), { width: 3912, height: 5240 }],
  ['x-panasonic-rw2', rw2File(saying), { width: 3464, height: 4616 }],
  ['x-fuji-raf', rafFile(saying), { width: 4032, height: 6048 }],
  ['x-canon-cr3', cr3File(plain, small), { width: 4000, height: 6000, place: { latitude: 47.5, longitude: 8.25 } }],
];

test.each(files)(
  'a raw picture (%s) says what the camera took, and is shown as the JPEG in it',
  async (type, bytes, own) => {
    const { picture, facts } = await look(type, bytes);
    expect(facts).toMatchObject({ camera: 'X100', takenAt: { local: '2026-08-12T05:52:10', from: 'exif' }, ...own });
    expect(picture).toMatchObject({ width: 40, height: 60 });
  },
);

test('a raw picture of Canon without the large JPEG is shown as its preview', async () => {
  const bytes = cr3File(Buffer.alloc(5), small);
  expect((await look('x-canon-cr3', bytes)).picture).toMatchObject({ width: 4, height: 6 });
});

test('of a raw picture of any size little is read', async () => {
  for (const [type, bytes] of files) {
    let read = 0;
    const size = 200 * 1024 ** 2;
    const ofFile = async (start: number, end: number) => {
      read += end - start;
      return Buffer.concat([bytes.subarray(start, end)], end - start);
    };
    const { picture } = await readFile({ contentType: `image/${type}`, name: 'a', size, read: ofFile }, () => {});
    expect({ type, picture }).toMatchObject({ type, picture: { width: 40, height: 60 } });
    expect(read).toBeLessThan(2 * 1024 ** 2);
  }
});

test('a raw picture that is cut or damaged is read in bounds, and never fails', async () => {
  const inBounds = ({ reads, outside }: { reads: number; outside: boolean }) =>
    expect({ outside, isBounded: reads < 100 }).toEqual({ outside: false, isBounded: true });
  for (const [type, bytes] of files) {
    for (let percent = 5; percent < 100; percent += 5)
      inBounds(await look(type, bytes.subarray(0, (bytes.length * percent) / 100)));
    for (let i = 0; i < 150; i += 1) {
      const damaged = Buffer.from(bytes);
      // Numbers that look random, and are the same each time.
      for (let flip = 1; flip <= 6; flip += 1)
        damaged[(i * 7919 * flip + flip * flip) % damaged.length] = (i * 104_729 * flip) % 256;
      inBounds(await look(type, damaged));
    }
  }
});

/** What is found, with how many ranges were read, and whether one of them was not inside the file. */
async function look(type: string, bytes: Buffer) {
  let reads = 0;
  let outside = false;
  const read = async (start: number, end: number) => {
    reads += 1;
    outside ||= start < 0 || start >= end || end > bytes.length;
    return bytes.subarray(start, end);
  };
  const file = { contentType: `image/${type}`, name: 'a', size: bytes.length, read };
  const found = await readFile(file, () => {});
  return { ...found, reads, outside };
}

function drawn(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#123' } });
}
