import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { maxDescriptionCharacters } from '#contract/records/facts.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { filesBelow } from '#tests/support/client/files-below.ts';
import { unpackAll, untilEnded } from '#tests/support/client/unpack-all.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type MadeMember, makeZip } from '#tests/support/fixtures/files/make-zip.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

const time = Date.UTC(2014, 6, 5, 4, 3, 2);
const text = Buffer.from('as it was packed');
const film = Buffer.from(bytes(6_000_000, 'film'));

let eve: Person;
let zipOfAda = '';
beforeAll(async () => {
  const server = await sharedServer();
  eve = await signUp(server);
  const ada = await signUp(server);
  zipOfAda = (await uploadFile(ada, { name: 'of ada.zip', body: makeZip([{ name: 'a', bytes: text }]) })).id;
});

test('a Google Takeout that is unpacked: photographs have the time at which they were taken', async () => {
  const taken = Date.UTC(2019, 5, 8, 9, 4, 2);
  const sidecar = (title: string) => {
    const photoTakenTime = { timestamp: String(taken / 1000), formatted: '8 Jun 2019, 09:04:02 UTC' };
    return Buffer.from(
      JSON.stringify({ title, description: 'at the lake', photoTakenTime, url: 'https://photos.google.com/' }),
    );
  };
  const year = 'Takeout/Google Photos/Photos from 2019';
  const told: MadeMember[] = [
    ['IMG_1.jpg', 'IMG_1.jpg.supplemental-metadata.json'],
    ['IMG_1(1).jpg', 'IMG_1.jpg.supplemental-metadata(1).json'],
    ['IMG_1-edited.jpg', undefined],
    ['IMG_2.HEIC', 'IMG_2.HEIC.json'],
    ['IMG_2.MP4', undefined],
    [`${'ü'.repeat(50)}.jpg`, `${'ü'.repeat(46)}.json`],
  ].flatMap(([name = '', json]) => [
    ...(json === undefined ? [] : [{ name: `${year}/${json}`, bytes: sidecar(name) }]),
    { name: `${year}/${name}`, bytes: Buffer.from(`picture of ${name}`), modifiedAt: time },
  ]);
  const body = makeZip([
    ...told,
    { name: `${year}/alone.jpg`, bytes: text, modifiedAt: time },
    { name: `${year}/odd.jpg`, bytes: text, modifiedAt: time },
    { name: `${year}/odd.jpg.json`, bytes: Buffer.from('{"photoTakenTime":'), modifiedAt: time },
    { name: `${year}/large.mp4.json`, bytes: sidecar('large.mp4') },
    { name: `${year}/large.mp4`, bytes: film, isStored: true, modifiedAt: time },
    // It tells of nothing in another folder.
    { name: `Takeout/Google Photos/Album/alone.jpg.json`, bytes: sidecar('alone.jpg') },
  ]);
  const { id } = await uploadFile(eve, { name: 'takeout-20240601T120000Z-001.zip', body });
  const { folderId, leftOut } = await unpackAll(eve, id);
  expect(leftOut.count).toBe(0);
  const files = [...(await filesBelow(eve, folderId))].filter(([path]) => !path.endsWith('.json'));
  expect(Object.fromEntries(files.map(([path, file]) => [path.slice(year.length + 1), file.modifiedAt]))).toEqual({
    'IMG_1.jpg': taken,
    'IMG_1(1).jpg': taken,
    'IMG_1-edited.jpg': taken,
    'IMG_2.HEIC': taken,
    'IMG_2.MP4': taken,
    [`${'ü'.repeat(50)}.jpg`]: taken,
    'alone.jpg': time,
    'odd.jpg': time,
    'large.mp4': taken,
  });
});

test('what a Google Takeout tells joins the facts: after what the bytes say, before what a name says', async () => {
  const ian = await signUp(await sharedServer());
  const taken = { local: '2019-06-08T09:04:02', offset: '+00:00', from: 'sidecar' };
  const at = Date.UTC(2019, 5, 8, 9, 4, 2);
  const place = { latitude: 48.1371, longitude: 11.5754 };
  const sidecar = (told: object) =>
    Buffer.from(
      JSON.stringify({
        title: 'of any name',
        description: 'At the lake.\r\nWith Eve.',
        photoTakenTime: { timestamp: String(at / 1000) },
        geoData: { latitude: 0, longitude: 0, altitude: 0 },
        geoDataExif: { ...place, altitude: 519 },
        people: [{ name: 'Eve' }],
        ...told,
      }),
    );
  const picture = (red: number) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 90, b: 200 } } });
  const kept = await picture(1).png().toBuffer();
  const own = await picture(2)
    .jpeg()
    .withExif({
      IFD2: { DateTimeOriginal: '2001:02:03 04:05:06' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '1/1 0/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 0/1 0/1' },
    })
    .toBuffer();
  const webm = await readFile(new URL('../../support/fixtures/media/film.webm', import.meta.url));

  // The account has the bytes of one already, and has looked into them.
  const before = await uploadFile(ian, { name: 'before.png', body: kept });
  expect(await factsOf(before.id)).toMatchObject({ state: 'read', takenAt: null, description: null, width: 40 });

  const members: [name: string, bytes: Uint8Array, told?: object][] = [
    ['own.jpg', own, {}],
    ['IMG_20200101_000000.jpg', await picture(3).jpeg().toBuffer(), {}],
    ['kept.png', kept, {}],
    ['plain.png', await picture(4).png().toBuffer(), { photoTakenTime: undefined, geoDataExif: undefined }],
    ['long.png', await picture(5).png().toBuffer(), { description: 'a'.repeat(3000), photoTakenTime: 'then' }],
    ['IMG_7.HEIC', Buffer.from('not one that can be read'), {}],
    ['PXL_8.MP', Buffer.from('of no known type'), {}],
    ['large.mp4', film, {}],
    // JSON that is no sidecar.
    ['package', Buffer.from('a program'), { photoTakenTime: undefined }],
  ];
  const body = makeZip([
    ...members.flatMap(([name, content, told]) => [
      { name, bytes: Buffer.from(content), modifiedAt: time },
      { name: `${name}.json`, bytes: sidecar(told ?? {}) },
    ]),
    { name: 'own-edited.jpg', bytes: await picture(6).jpeg().toBuffer() },
    { name: 'IMG_7.MOV', bytes: webm },
    { name: 'silent.png', bytes: await picture(7).png().toBuffer() },
  ]);
  const { folderId } = await unpackAll(ian, (await uploadFile(ian, { name: 'takeout.zip', body })).id);
  const files = await filesBelow(ian, folderId);
  const facts = new Map<string, Awaited<ReturnType<typeof factsOf>>>();
  for (const [name, { id }] of files) if (!name.endsWith('.json')) facts.set(name, await factsOf(id));

  const told = { state: 'read', takenAt: taken, place, description: 'At the lake.\nWith Eve.' };
  expect(Object.fromEntries(facts)).toMatchObject({
    'own.jpg': {
      ...told,
      takenAt: { local: '2001-02-03T04:05:06', offset: null, from: 'exif' },
      place: { latitude: 1, longitude: 2 },
    },
    'own-edited.jpg': { ...told, width: 40 },
    'IMG_20200101_000000.jpg': { ...told, width: 40 },
    'kept.png': { ...told, width: 40 },
    'plain.png': { ...told, takenAt: null, place: null },
    'long.png': { ...told, takenAt: null, description: 'a'.repeat(maxDescriptionCharacters) },
    'IMG_7.HEIC': told,
    'IMG_7.MOV': { ...told, seconds: 3 },
    'PXL_8.MP': told,
    'large.mp4': told,
    package: { state: 'none', takenAt: null, place: null, description: null },
    'silent.png': { state: 'read', takenAt: null, place: null, description: null },
  });
  expect(await factsOf(before.id)).toMatchObject({ ...told, width: 40 });

  // The order by the time follows, and files that showed the same bytes before.
  expect((await ian.api.entries.get({ id: before.id })).file?.takenAt).toBe(at);
  const inOrder = await ian.api.folders.children({ id: folderId, sort: 'taken', limit: 1000 });
  const dated = inOrder.files.filter(({ takenAt }) => takenAt !== null);
  expect(dated.map(({ name, takenAt }) => [name, takenAt])).toEqual([
    ['own.jpg', Date.UTC(2001, 1, 3, 4, 5, 6)],
    ...[
      'IMG_7.HEIC',
      'IMG_7.MOV',
      'IMG_20200101_000000.jpg',
      'kept.png',
      'large.mp4',
      'own-edited.jpg',
      'PXL_8.MP',
    ].map((name) => [name, at]),
  ]);
  // What is told of the same bytes later changes nothing.
  const other = sidecar({ description: 'Another one', photoTakenTime: { timestamp: '1' } });
  const again = makeZip([
    { name: 'same.png', bytes: kept },
    { name: 'same.png.json', bytes: other },
  ]);
  const second = await unpackAll(ian, (await uploadFile(ian, { name: 'again.zip', body: again })).id);
  const same = (await filesBelow(ian, second.folderId)).get('same.png');
  expect(same?.takenAt).toBe(at);
  expect(await factsOf(same?.id ?? '')).toMatchObject(told);
  const { file: copy } = await ian.api.entries.copy({ id: before.id, parentId: folderId });
  expect(copy?.takenAt).toBe(at);
  expect(await factsOf(copy?.id ?? '')).toMatchObject(told);

  async function factsOf(id: string) {
    return await waitFor(
      async () => {
        const now = await ian.api.files.facts({ id });
        return now.state === 'waiting' ? undefined : now;
      },
      { what: 'the facts of a file' },
    );
  }
});

test('a Google Takeout in several parts becomes one folder, whichever part tells of a photograph', async () => {
  const year = 'Takeout/Google Photos/Photos from 2019';
  const told = Buffer.from(`{"photoTakenTime":{"timestamp":"${time / 1000}"}}`);
  const parts = [
    [
      { name: `${year}/IMG_1.jpg`, bytes: text },
      { name: `${year}/IMG_2.jpg.json`, bytes: told },
    ],
    [
      { name: `${year}/IMG_1.jpg.supplemental-metadata.json`, bytes: told },
      { name: `${year}/IMG_2.jpg`, bytes: film },
    ],
    [{ name: `${year}/IMG_1.jpg`, bytes: Buffer.from('of another part') }],
  ];
  const ids: string[] = [];
  for (const [at, members] of parts.entries()) {
    const name = `takeout-20240601T120000Z-00${at + 1}.zip`;
    ids.push((await uploadFile(eve, { name, body: makeZip(members) })).id);
  }
  const [id = '', ...others] = ids;
  const begun = await eve.api.unpackings.begin({ id, parts: others });
  expect(begun).toMatchObject({ name: 'takeout-20240601T120000Z.zip', entries: { total: 5 } });
  await untilEnded(eve, begun.id);
  const { folder } = await eve.api.entries.get({ id: begun.folderId });
  expect(folder?.name).toBe('takeout-20240601T120000Z');
  const files = await filesBelow(eve, begun.folderId);
  const pictures = [...files].filter(([path]) => path.endsWith('.jpg'));
  expect(Object.fromEntries(pictures.map(([path, file]) => [path.slice(year.length + 1), file.modifiedAt]))).toEqual({
    'IMG_1.jpg': time,
    'IMG_2.jpg': time,
    'IMG_1 (2).jpg': time,
  });
  const film2 = await eve.fetch(files.get(`${year}/IMG_2.jpg`)?.url ?? '');
  expect(sha256(await film2.arrayBuffer())).toBe(sha256(film));
  await expect(eve.api.unpackings.begin({ id, parts: [zipOfAda] })).rejects.toMatchObject({ code: 'object-not-found' });
});
