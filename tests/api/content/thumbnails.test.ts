import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { avifOfSizes } from '#tests/support/fixtures/memory-hungry-avif.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('thumbnails', () => {
  let server: SharedServer;
  let ada: Person;
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
  });

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)('of a %s', async (format) => {
    const body = await picture(1200, 800).toFormat(format).toBuffer();
    const file = await settled(
      await uploadFile(ada, { name: `photo.${format}`, contentType: `image/${format}`, body }),
    );
    expect(file.preview).toMatchObject({
      state: 'made',
      width: 1200,
      height: 800,
      blur: expect.stringMatching(/^data:image\/webp;base64,/),
    });
    const small = await sharp(await smallOf(file)).metadata();
    expect([small.format, small.width, small.height]).toEqual(['webp', 512, 341]);
  });

  test('of a HEIC, as phones take them', async () => {
    const body = await readFile(new URL('../../support/fixtures/red-96x64.heic', import.meta.url));
    const file = await settled(await uploadFile(ada, { name: 'phone.heic', contentType: 'image/heic', body }));
    expect(file.preview).toMatchObject({ state: 'made', width: 96, height: 64 });
    const { dominant } = await sharp(await smallOf(file)).stats();
    expect(dominant.r).toBeGreaterThan(150);
    expect(dominant.g).toBeLessThan(90);
  });

  test('stand upright as the camera was held, and keep nothing of where it was', async () => {
    const body = await picture(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const file = await settled(await uploadFile(ada, { name: 'turned.jpg', contentType: 'image/jpeg', body }));
    expect(file.preview).toMatchObject({ width: 200, height: 400 });
    const small = await sharp(await smallOf(file)).metadata();
    expect([small.width, small.height, small.exif, small.orientation]).toEqual([200, 400, undefined, undefined]);
  });

  test('come later, with a change, and the upload does not wait', async () => {
    const file = await uploadFile(ada, {
      name: 'soon.png',
      contentType: 'image/png',
      body: await picture(3000, 3000).png().toBuffer(),
    });
    expect(file.preview?.state).toMatch(/making|made/);
    expect((await settled(file)).preview?.state).toBe('made');
  });

  test.each([
    ['no picture at all', () => Promise.resolve(Buffer.from('not a picture'))],
    ['an SVG that says it is a PNG', async () => Buffer.from(svg)],
    ['a picture cut in half', async () => (await noise(600).png().toBuffer()).subarray(0, 200_000)],
    ['more pixels than anyone needs', () => picture(20_000, 12_000).png({ compressionLevel: 9 }).toBuffer()],
  ])('%s gets none, and the server continues', async (what, make) => {
    const file = await settled(
      await uploadFile(ada, { name: `${what}.png`, contentType: 'image/png', body: await make() }),
    );
    expect(file.preview).toBeNull();
    expect((await ada.fetch(`/preview/${file.url.split('/').slice(2, 4).join('/')}`)).status).toBe(404);
    expect((await ada.fetch('/api/folders/root')).status).toBe(200);
  });

  test('a drawing of vectors gets none, nor does a text', async () => {
    const text = await uploadFile(ada, { name: 'a.txt', body: bytes(10) });
    const drawing = await settled(
      await uploadFile(ada, { name: 'a.svg', contentType: 'image/svg+xml', body: Buffer.from(svg) }),
    );
    expect([text.preview, drawing.preview]).toEqual([null, null]);
  });

  test('are for their owner only', async () => {
    const file = await settled(
      await uploadFile(ada, {
        name: 'mine.png',
        contentType: 'image/png',
        body: await picture(50, 50).png().toBuffer(),
      }),
    );
    const path = file.preview?.state === 'made' ? file.preview.url : '';
    expect((await ada.fetch(path)).headers.get('content-security-policy')).toMatch(/sandbox/);
    expect((await (await signUp(server)).fetch(path)).status).toBe(404);
    expect((await visit(server).fetch(path)).status).toBe(401);
  });

  test('that were wanted when the server was killed are made after the start', async () => {
    const own = await startServer();
    const person = await signUp(own);
    const body = await noise(2500).png().toBuffer();
    const files = await Promise.all(
      [1, 2, 3].map((i) => uploadFile(person, { name: `${i}.png`, contentType: 'image/png', body })),
    );
    await own.kill('SIGKILL');
    await own.restart();
    for (const file of files) expect((await settled(file, person)).preview?.state).toBe('made');
  });

  test('are made on after the process that makes them was killed while it waited, and the server ends in its time', async () => {
    const own = await startServer();
    const person = await signUp(own);
    const body = await picture(50, 50).png().toBuffer();
    await settled(await uploadFile(person, { name: 'first.png', contentType: 'image/png', body }), person);
    const children = (await readFile(`/proc/${own.pid}/task/${own.pid}/children`, 'utf8')).trim().split(' ');
    expect(children).toHaveLength(1);
    // It is the first to be killed when memory ends, and may not take much of it.
    expect(Number(await readFile(`/proc/${children[0]}/oom_score_adj`, 'utf8'))).toBe(1000);
    expect(await readFile(`/proc/${children[0]}/limits`, 'utf8')).toMatch(/^Max data size +1610612736 /m);
    process.kill(Number(children[0]), 'SIGKILL');
    const other = await picture(60, 60).png().toBuffer();
    const next = await uploadFile(person, { name: 'next.png', contentType: 'image/png', body: other });
    expect((await settled(next, person)).preview?.state).toBe('made');
    await own.stop();
  });

  test('of files of 300 bytes that ask for gigabytes there are none, and those of others are made', async () => {
    const own = await startServer();
    const [person, other] = [await signUp(own), await signUp(own)];
    const hungry = await Promise.all(
      [
        { declared: 60_000, coded: 64 },
        { declared: 16_000, coded: 16_000 },
        { declared: 64, coded: 60_000 },
        { declared: 7000, coded: 7000 },
      ].map(async (sizes) => {
        const name = `${sizes.declared} ${sizes.coded}.avif`;
        return await uploadFile(person, { name, contentType: 'image/avif', body: await avifOfSizes(sizes) });
      }),
    );
    const body = await picture(50, 50).avif().toBuffer();
    const theirs = await uploadFile(other, { name: 'theirs.avif', contentType: 'image/avif', body });
    expect((await settled(theirs, other)).preview?.state).toBe('made');
    for (const file of hungry) expect((await settled(file, person)).preview).toBeNull();
    // The process that tried them all is there, and has never had more than it may.
    const [child] = (await readFile(`/proc/${own.pid}/task/${own.pid}/children`, 'utf8')).trim().split(' ');
    const peak = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${child}/status`, 'utf8'))?.[1];
    expect(Number(peak) * 1024).toBeLessThan(1_610_612_736);
    expect((await other.fetch('/api/folders/root')).status).toBe(200);
  });

  async function settled(file: File, person = ada): Promise<File> {
    return await waitFor(
      async () => {
        const { state } = await person.api.files.facts({ id: file.id });
        const { file: now } = await person.api.entries.get({ id: file.id });
        return state === 'waiting' || now?.preview?.state === 'making' ? undefined : now;
      },
      { what: `the thumbnail of ${file.name}` },
    );
  }

  async function smallOf(file: File): Promise<Buffer> {
    const response = await ada.fetch(file.preview?.state === 'made' ? file.preview.url : '/missing');
    expect(response.headers.get('content-type')).toBe('image/webp');
    return Buffer.from(await response.arrayBuffer());
  }
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60"/></svg>';

function picture(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 3, background: { r: 30, g: 90, b: 200 } },
    limitInputPixels: false,
  });
}

function noise(side: number) {
  return sharp(Buffer.from(bytes(side * side * 3)), { raw: { width: side, height: side, channels: 3 } });
}
