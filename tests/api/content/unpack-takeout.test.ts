import { beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { filesBelow } from '#tests/support/client/files-below.ts';
import { unpackAll, untilEnded } from '#tests/support/client/unpack-all.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { type MadeMember, makeZip } from '#tests/support/fixtures/make-zip.ts';
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
