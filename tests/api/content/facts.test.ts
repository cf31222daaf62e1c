import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { findFfmpeg } from '#tests/support/fixtures/ffmpeg-program.ts';
import { sayingSize } from '#tests/support/fixtures/files/jpeg-size.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('the facts of a file', () => {
  let server: SharedServer;
  let ada: Person;
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
  });

  test('of a photograph are read from its EXIF, and follow with a change', async () => {
    const body = await photograph(3000, 1500)
      .jpeg()
      .withExif({
        IFD0: { Make: 'Canon', Model: 'Canon EOS R6' },
        IFD2: { DateTimeOriginal: '2026:08:12 05:52:10', OffsetTimeOriginal: '+02:00', FNumber: '28/10' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '11/1 34/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const file = await read(await uploadFile(ada, { name: 'a.jpg', contentType: 'image/jpeg', body }));
    expect(await ada.api.files.facts({ id: file.id })).toEqual({
      state: 'read',
      takenAt: { local: '2026-08-12T05:52:10', offset: '+02:00', from: 'exif' },
      camera: 'Canon EOS R6',
      lens: null,
      exposure: { aperture: 2.8, seconds: null, iso: null, focalLength: null },
      place: { latitude: 48.133333, longitude: 11.566667 },
      width: 1500,
      height: 3000,
      seconds: null,
      pages: null,
      title: null,
      artist: null,
      description: null,
      posterUrl: null,
    });
    expect(file.takenAt).toBe(Date.UTC(2026, 7, 12, 3, 52, 10));
    // The same bytes say the same, under whatever name they come again.
    const again = await uploadFile(ada, { name: 'IMG_20200101_000000.jpg', contentType: 'image/jpeg', body });
    expect(again.takenAt).toBe(file.takenAt);
  });

  test('follow their content: of two versions that are both kept each file has its own', async () => {
    const taken = async (time: string) =>
      await photograph(20, 20)
        .jpeg()
        .withExif({ IFD2: { DateTimeOriginal: time } })
        .toBuffer();
    const name = 'both.jpg';
    await read(await uploadFile(ada, { name, contentType: 'image/jpeg', body: await taken('2001:02:03 04:05:06') }));
    const body = await taken('2002:02:03 04:05:06');
    const { id, version } = await read(await uploadFile(ada, { name, contentType: 'image/jpeg', body }));
    const { files } = await ada.api.versions.keepBoth({ files: [{ id, version }] });
    const times = await Promise.all(
      [id, files[0]?.added.id ?? ''].map(async (one) => (await ada.api.entries.get({ id: one })).file?.takenAt),
    );
    expect(times).toEqual([Date.UTC(2001, 1, 3, 4, 5, 6), Date.UTC(2002, 1, 3, 4, 5, 6)]);
  });

  test('the name says when it was taken if nothing else does; what cannot be read says that, and other files have none', async () => {
    const broken = { name: 'IMG_20260812_055210.jpg', contentType: 'image/jpeg', body: bytes(300, 'broken') };
    const named = await read(await uploadFile(ada, broken));
    expect(await ada.api.files.facts({ id: named.id })).toMatchObject({
      state: 'read',
      takenAt: { local: '2026-08-12T05:52:10', offset: null, from: 'name' },
      width: null,
    });
    expect(named.takenAt).toBe(Date.UTC(2026, 7, 12, 5, 52, 10));
    const silent = await read(await uploadFile(ada, { ...broken, name: 'a.png', body: bytes(300, 'silent') }));
    expect(await ada.api.files.facts({ id: silent.id })).toMatchObject({ state: 'none', takenAt: null });
    const other = await uploadFile(ada, { name: 'IMG_20260812_055210.bin', body: bytes(10) });
    expect(await ada.api.files.facts({ id: other.id })).toMatchObject({ state: 'none', takenAt: null });
  });

  test.each([
    ['three-pages.pdf', 'application/pdf', { pages: 3 }, [1447, 2048]],
    ['song.mp3', 'audio/mpeg', { title: 'Lied', artist: 'Ada', seconds: 2.064 }, [64, 64]],
    ['song.flac', 'audio/flac', { title: 'Lied', artist: 'Ada', seconds: 1 }, [64, 64]],
    ['song.ogg', 'audio/ogg', { title: 'Lied', artist: 'Ada', seconds: 2 }, [1024, 512]],
    ['song.wav', 'audio/wav', { seconds: 2 }, [1024, 512]],
    ['memo.m4a', 'audio/mp4', { title: 'Lied', seconds: 2, takenAt: filmed }, [1024, 512]],
    [
      'film-turned.mp4',
      'video/mp4',
      { title: 'Am See', seconds: 3, width: 90, height: 160, takenAt: filmed },
      [90, 160],
    ],
    ['film-hevc.mov', 'video/quicktime', { seconds: 3, width: 160, height: 90 }, [160, 90]],
    ['film.webm', 'video/webm', { seconds: 3, width: 160, height: 90 }, [160, 90]],
  ])('of %s, with its first page, its cover, a frame or the wave of it', async (name, contentType, expected, size) => {
    if (/^(video|audio)/.test(contentType)) expect(findFfmpeg()).toBeDefined();
    const body = await readFile(new URL(`../../support/fixtures/media/${name}`, import.meta.url));
    const file = await read(await uploadFile(ada, { name, contentType, body }));
    expect(await ada.api.files.facts({ id: file.id })).toMatchObject({ state: 'read', ...expected });
    const { preview } = file;
    expect(preview?.state === 'made' ? [preview.width, preview.height] : undefined).toEqual(size);
    expect(preview?.state === 'made' && preview.seconds).toBe('seconds' in expected ? expected.seconds : null);
    if (preview?.state === 'made') expect((await metadataOf(preview.url)).format).toBe('webp');
  });

  test('a film that is not read whole is read by ranges', async () => {
    // Larger than what is read whole.
    const film = await readFile(new URL('../../support/fixtures/media/film-hevc.mov', import.meta.url));
    const long = Buffer.concat([film, box('free', 9 * 1024 ** 2), Buffer.alloc(9 * 1024 ** 2 - 8)]);
    const file = await read(await uploadFile(ada, { name: 'long.mov', contentType: 'video/quicktime', body: long }));
    expect(await ada.api.files.facts({ id: file.id })).toMatchObject({ state: 'read', seconds: 3, width: 160 });
  });

  test('of a photograph that is too large to be drawn, or cut off, are what its headers say', async () => {
    const exif = { IFD2: { DateTimeOriginal: '2026:08:12 05:52:10' } };
    const body = await photograph(900, 600).jpeg().withExif(exif).toBuffer();
    for (const [name, part, size] of [
      ['large.jpg', sayingSize(body, { width: 20_000, height: 15_000 }), { width: 20_000, height: 15_000 }],
      ['half.jpg', body.subarray(0, body.length / 2), { width: 900, height: 600 }],
    ] as const) {
      const file = await read(await uploadFile(ada, { name, contentType: 'image/jpeg', body: part }));
      expect(file.preview).toBeNull();
      expect(await ada.api.files.facts({ id: file.id })).toMatchObject({
        state: 'read',
        takenAt: { local: '2026-08-12T05:52:10', from: 'exif' },
        ...size,
      });
    }
  });

  test('are for their owner, while the file is not in Trash', async () => {
    const { id } = await uploadFile(ada, { name: 'own.bin', body: bytes(5) });
    const eve = await signUp(server);
    await expect(eve.api.files.facts({ id })).rejects.toMatchObject({ code: 'object-not-found' });
    await ada.api.entries.remove({ id });
    await expect(ada.api.files.facts({ id })).rejects.toMatchObject({ code: 'object-not-found' });
  });

  test('a picture for the screen keeps the colours of a wide gamut, the thumbnail does not need them; a small picture has none', async () => {
    const wide = await photograph(3000, 2000).withIccProfile('p3').jpeg().toBuffer();
    const file = await read(await uploadFile(ada, { name: 'wide.jpg', contentType: 'image/jpeg', body: wide }));
    const { preview } = file;
    if (preview?.state !== 'made') throw new Error('No thumbnail');
    const [thumbnail, screen] = await Promise.all(
      [preview.url, preview.screenUrl].map(async (url) => await metadataOf(url)),
    );
    expect([screen?.format, screen?.width, screen?.height]).toEqual(['webp', 2048, 1365]);
    expect(screen?.icc?.includes(Buffer.from('P3', 'utf16le').swap16()) || screen?.icc?.includes('P3')).toBe(true);
    expect([thumbnail?.width, thumbnail?.height, thumbnail?.icc]).toEqual([512, 341, undefined]);
    // Neither is of use to another, and both are asked for again at each use.
    expect((await (await signUp(server)).fetch(preview.screenUrl ?? '')).status).toBe(404);
    const first = await ada.fetch(preview.screenUrl ?? '');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await ada.fetch(preview.screenUrl ?? '', { headers })).status).toBe(304);
    expect((await ada.fetch(preview.url, { headers })).status).toBe(200);

    // As telephones take them; the decoder of HEIC knows no profiles.
    const phone = await readFile(new URL('../../support/fixtures/wide-640x64.heic', import.meta.url));
    const taken = await read(await uploadFile(ada, { name: 'phone.heic', contentType: 'image/heic', body: phone }));
    const shown = await metadataOf(screenOf(taken));
    expect([shown.width, shown.height, shown.icc?.length]).toEqual([640, 64, 480]);
    expect((await metadataOf(taken.preview?.state === 'made' ? taken.preview.url : null)).icc).toBeUndefined();

    const srgb = await photograph(600, 400).withIccProfile('srgb').jpeg().toBuffer();
    const plain = await read(await uploadFile(ada, { name: 'plain.jpg', contentType: 'image/jpeg', body: srgb }));
    expect((await metadataOf(screenOf(plain))).icc).toBeUndefined();
    const small = await photograph(512, 100).png().toBuffer();
    const tiny = await read(await uploadFile(ada, { name: 'tiny.png', contentType: 'image/png', body: small }));
    expect(screenOf(tiny)).toBeNull();
    const path = tiny.preview?.state === 'made' ? `${tiny.preview.url}?size=screen` : '';
    expect((await ada.fetch(path)).status).toBe(404);
  });

  test('of files from before are read in the background, after what is new, and after a kill too; their thumbnails stay meanwhile', async () => {
    const own = await startServer();
    const person = await signUp(own);
    const exif = { IFD2: { DateTimeOriginal: '2001:02:03 04:05:06' } };
    const files: File[] = [];
    for (const at of [0, 1, 2, 3]) {
      const body = await photograph(700 + at, 700)
        .jpeg()
        .withExif(exif)
        .toBuffer();
      files.push(await read(await uploadFile(person, { name: `${at}.jpg`, contentType: 'image/jpeg', body }), person));
    }
    // As the version before left them.
    await query(own, `delete from facts`);
    await query(own, `update previews set thumbnail_bytes = null`);
    await query(own, `update entries set taken_at = null`);
    await query(
      own,
      `insert into facts (blob_id, account, state, is_later) select blobs.id, blobs.account, 'waiting', 1 from blobs join versions on versions.blob_id = blobs.id`,
    );
    await own.kill('SIGKILL');
    await own.restart();
    const id = files.at(-1)?.id ?? '';
    expect((await person.api.entries.get({ id })).file?.preview?.state).toBe('made');
    for (const file of files) {
      const now = await read(file, person);
      expect(now.takenAt).toBe(Date.UTC(2001, 1, 3, 4, 5, 6));
      expect(screenOf(now)).not.toBeNull();
      expect((await person.fetch(screenOf(now) ?? '')).status).toBe(200);
    }
  });

  test('films that a server without a decoder of films looked into get their frame from one that has it', async () => {
    expect(findFfmpeg()).toBeDefined();
    const own = await startServer();
    const person = await signUp(own);
    const body = await readFile(new URL('../../support/fixtures/media/film.webm', import.meta.url));
    const film = await read(await uploadFile(person, { name: 'a.webm', contentType: 'video/webm', body }), person);
    await query(own, `delete from previews`);
    await query(own, `update facts set lacks_decoder = 1`);
    expect((await person.api.entries.get({ id: film.id })).file?.preview).toBeNull();
    // A poster that somebody sent meanwhile is there until then.
    const { posterUrl } = await person.api.files.facts({ id: film.id });
    const poster = new Uint8Array(await photograph(40, 40).jpeg().toBuffer());
    expect((await person.fetch(posterUrl ?? '', { method: 'PUT', body: poster })).status).toBe(204);
    await own.restart();
    const again = await waitFor(
      async () => {
        const { file } = await person.api.entries.get({ id: film.id });
        return file?.preview?.state === 'made' && file.preview.width !== 40 ? file : undefined;
      },
      { what: 'the frame' },
    );
    expect(again.preview).toMatchObject({ width: 160, height: 90 });
    expect(await query(own, `select state, lacks_decoder from facts`)).toEqual([{ state: 'read', lacks_decoder: 0 }]);
  });

  /** The file as it is once it was read. */
  async function read(file: File, person = ada): Promise<File> {
    await waitFor(async () => (await person.api.files.facts({ id: file.id })).state !== 'waiting', {
      what: `the facts of ${file.name}`,
    });
    const { file: now } = await person.api.entries.get({ id: file.id });
    if (now === null) throw new Error('No file');
    return now;
  }

  async function metadataOf(url: string | null) {
    const response = await ada.fetch(url ?? '/missing');
    expect(response.headers.get('content-type')).toBe('image/webp');
    return await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  }
});

/** The head of a box of ISO 14496-12 of that many bytes. */
function box(type: string, size: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(type, 4, 'latin1');
  return head;
}

const filmed = { local: '2026-08-12T03:52:10', offset: '+00:00', from: 'container' };

function screenOf({ preview }: File): string | null {
  return preview?.state === 'made' ? preview.screenUrl : null;
}

function photograph(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: 30, g: 90, b: 200 } } });
}
