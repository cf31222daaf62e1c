import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readFile } from '#server/previews/read-file.ts';
import { type Directory, tiffFile } from '#tests/support/fixtures/files/tiff-file.ts';

test('the facts of a photograph are told before it is drawn', async () => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123' } })
    .withExif({ IFD0: { Model: 'X100' }, IFD2: { DateTimeOriginal: '2026:08:12 05:52:10' } })
    .jpeg()
    .toBuffer();
  const events: unknown[] = [];
  // Drawing takes a turn of the event loop at least.
  const { picture, facts } = await readFile(fileOf('image/jpeg', bytes), (told) =>
    setImmediate(() => events.push(told)),
  );
  events.push('drawn');
  expect(picture).toMatchObject({ width: 60, height: 40 });
  expect(facts).toMatchObject({ camera: 'X100', takenAt: { local: '2026-08-12T05:52:10' }, width: 60 });
  expect(events).toEqual([facts, 'drawn']);
});

test('a photograph of a telephone with more than 50 megapixels has its pictures', async () => {
  const blank = { width: 8160, height: 6144, channels: 3, background: '#123' } as const;
  const bytes = await sharp({ create: blank }).jpeg().toBuffer();
  const { picture } = await readFile(fileOf('image/jpeg', bytes), () => {});
  expect(picture).toMatchObject({ width: 8160, height: 6144, screen: expect.any(Uint8Array) });
});

test('a TIFF says when and with what it was taken', async () => {
  const { picture, facts } = await readFile(fileOf('image/tiff', tiffFile([grey])), () => {});
  expect(facts).toMatchObject({ camera: 'X100', takenAt: { local: '2026-08-12T05:52:10', from: 'exif' }, width: 8 });
  expect(picture).toMatchObject({ width: 8, height: 4 });
});

const taken = { camera: 'X100', takenAt: { local: '2026-08-12T05:52:10', from: 'exif' } };

test.each<[string, (jpeg: Buffer) => Buffer]>([
  // Each as the cameras write them: a small picture first, and where the JPEG and what the sensor saw lie.
  ['NEF', (jpeg) => tiffFile([[...grey, [0x112, 6], [0x14a, { directories: [linked(jpeg), sensor] }]]], 'MM')],
  ['DNG', (jpeg) => tiffFile([[...grey, [0x112, 6], [0x14a, { directories: [sensor, strip(jpeg)] }]]])],
  ['ARW', (jpeg) => tiffFile([[...described, [0x112, 6], ...linked(jpeg), [0x14a, { directories: [sensor] }]]])],
  ['CR2', (jpeg) => tiffFile([[...described, ...size, [0x112, 6], ...strip(jpeg)], linked(broken), canonSensor])],
])(
  'a raw picture (%s) says what the camera took, and is shown as the largest picture that it holds',
  async (_, made) => {
    const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123' } })
      .jpeg()
      .toBuffer();
    const { picture, facts } = await readFile(fileOf('image/x-raw', made(jpeg)), () => {});
    // Upright, and without what lies at the edges of the sensor.
    expect(facts).toMatchObject({ ...taken, width: 4000, height: 6000 });
    expect(picture).toMatchObject({ width: 40, height: 60 });
  },
);

test('a raw picture without a JPEG, or with a broken one, is shown as the small picture at its beginning', async () => {
  for (const others of [
    [sensor],
    [sensor, linked(broken)],
    [
      sensor,
      [
        [0x201, 9],
        [0x202, 2 ** 31],
      ] as Directory,
    ],
  ]) {
    const bytes = tiffFile([[...grey, [0x14a, { directories: others }]]]);
    const { picture, facts } = await readFile(fileOf('image/x-raw', bytes), () => {});
    expect(facts).toMatchObject({ ...taken, width: 6000, height: 4000 });
    expect(picture).toMatchObject({ width: 8, height: 4 });
  }
});

test('of a raw picture of any size little is read', async () => {
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer();
  const bytes = tiffFile([[...described, ...linked(jpeg), [0x14a, { directories: [sensor] }]]]);
  let read = 0;
  const ofFile = async (start: number, end: number) => {
    read += end - start;
    return Buffer.concat([bytes.subarray(start, end)], end - start);
  };
  const file = { contentType: 'image/x-raw', name: 'a', size: 200 * 1024 ** 2, read: ofFile };
  expect((await readFile(file, () => {})).picture).toMatchObject({ width: 60, height: 40 });
  expect(read).toBeLessThan(2 * 1024 ** 2);
});

test('directories that name each other, or places beyond the end, are read once', async () => {
  const bytes = tiffFile([[...grey, [0x14a, [8, 9, 10, 2 ** 32 - 1]]], sensor]);
  // The last directory goes on at the first one.
  bytes.writeUInt32LE(bytes.readUInt32LE(4), bytes.indexOf(Buffer.from([0x20, 0xc6])) + 12);
  const { facts } = await readFile(fileOf('image/tiff', bytes), () => {});
  expect(facts).toMatchObject({ ...taken, width: 6000 });
});

function fileOf(contentType: string, bytes: Buffer) {
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  return { contentType, name: 'a', size: bytes.length, read };
}

const described: Directory = [
  [0x110, 'X100'],
  [0x8769, { directories: [[[0x9003, '2026:08:12 05:52:10']]] }],
];
/** Of 8 by 4 pixels. */
const grey: Directory = [
  ...described,
  [0x100, 8],
  [0x101, 4],
  [0x102, 8],
  [0x103, 1],
  [0x106, 1],
  [0x111, { bytes: Buffer.alloc(32, 0x60) }],
  [0x116, 4],
  [0x117, 32],
];
const size: Directory = [
  [0x100, 6000],
  [0x101, 4000],
];
/** Of a colour filter array. */
const sensor: Directory = [
  [0x100, 6064],
  [0x101, 4040],
  [0x103, 7],
  [0x106, 32_803],
  [0x111, { bytes: Buffer.alloc(64, 0x55) }],
  [0x117, 64],
  [0xc620, [6000, 4000]],
];
const broken = Buffer.from('ffd8ffc3000b', 'hex');
const canonSensor: Directory = [
  [0x103, 6],
  [0x111, { bytes: Buffer.alloc(100_000, 0x55) }],
  [0x117, 100_000],
  [0xc640, [1, 2, 3]],
];

function linked(jpeg: Buffer): Directory {
  return [
    [0x103, 6],
    [0x201, { bytes: jpeg }],
    [0x202, jpeg.length],
  ];
}

function strip(jpeg: Buffer): Directory {
  return [
    [0x103, 7],
    [0x111, { bytes: jpeg }],
    [0x117, jpeg.length],
  ];
}
