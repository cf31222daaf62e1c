/** Pictures of films that clients send to a server that cannot decode films. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxPosterBytes } from '#contract/limits.ts';
import type { File } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';
import { withoutDecoder } from '#tests/support/server/without-decoder.ts';

describe('the poster of a film, where the machine has no decoder', () => {
  let server: TestServer;
  let ada: Person;
  let film: File;
  let url: string;
  beforeAll(async () => {
    server = await startServer({ via: withoutDecoder });
    ada = await signUp(server);
    film = await upload('film.webm', 'video/webm');
    url = (await factsOf(film)).posterUrl ?? '';
  });

  test('is wanted of films, not of sounds and of files that are neither', async () => {
    await waitFor(() => server.log().includes('This machine has no ffmpeg'), { what: 'the line of the log' });
    expect(url).toBe(`/api/files/${film.id}/versions/${film.url.split('/')[3]}/poster`);
    expect(film.preview).toBeNull();
    expect(await factsOf(film)).toMatchObject({ state: 'read', seconds: 3, width: 160, height: 90 });
    for (const [name, type] of [
      ['song.ogg', 'audio/ogg'],
      ['three-pages.pdf', 'application/pdf'],
    ] as const) {
      const other = await upload(name, type);
      expect((await factsOf(other)).posterUrl).toBeNull();
      expect(await put(url.replace(film.id, other.id))).toEqual([404, 'object-not-found']);
      const [, , , version = ''] = other.url.split('/');
      expect(await put(`/api/files/${other.id}/versions/${version}/poster`)).toEqual([409, 'picture-not-wanted']);
    }
  });

  test('is nothing but a picture of few bytes and pixels, from who may write the file', async () => {
    expect(await put(url, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([422, 'no-picture']);
    expect(await put(url, Buffer.alloc(0))).toEqual([422, 'no-picture']);
    expect(await put(url, Buffer.alloc(maxPosterBytes + 1))).toEqual([413, 'body-too-large']);
    expect(await put(url, await drawn(9000, 6000).png().toBuffer())).toEqual([422, 'no-picture']);
    expect(await put(url, undefined, await signUp(server))).toEqual([404, 'object-not-found']);
    expect((await ada.api.entries.get({ id: film.id })).file?.preview).toBeNull();
  });

  test('is drawn anew in both sizes, once, and follows with a change', async () => {
    const sent = await Promise.all([put(url), put(url), put(url)]);
    expect(sent.toSorted()).toEqual([
      [204, undefined],
      [409, 'picture-not-wanted'],
      [409, 'picture-not-wanted'],
    ]);
    const { file } = await ada.api.entries.get({ id: film.id });
    if (file?.preview?.state !== 'made') throw new Error('No picture');
    expect([file.preview.width, file.preview.height]).toEqual([3000, 1500]);
    const sizes = await Promise.all(
      [file.preview.url, file.preview.screenUrl ?? ''].map(async (path) => {
        const image = sharp(Buffer.from(await (await ada.fetch(path)).arrayBuffer()));
        const { format, width, height } = await image.metadata();
        return [format, width, height];
      }),
    );
    expect(sizes).toEqual([
      ['webp', 512, 256],
      ['webp', 2048, 1024],
    ]);
    expect((await factsOf(film)).posterUrl).toBeNull();
    expect(await put(url)).toEqual([409, 'picture-not-wanted']);
  });

  async function upload(name: string, contentType: string): Promise<File> {
    const body = await readFile(new URL(`../../support/fixtures/media/${name}`, import.meta.url));
    return await uploadFile(ada, { name, contentType, body });
  }

  /** As soon as they are read. */
  async function factsOf({ id, name }: File) {
    const read = async () => {
      const facts = await ada.api.files.facts({ id });
      return facts.state === 'waiting' ? undefined : facts;
    };
    return await waitFor(read, { what: `the facts of ${name}` });
  }

  async function put(path: string, body?: Buffer, as = ada): Promise<[status: number, code: string | undefined]> {
    const bytes = body ?? (await drawn(3000, 1500).jpeg().toBuffer());
    const response = await as.fetch(path, { method: 'PUT', body: new Uint8Array(bytes) });
    const text = await response.text();
    return [response.status, text === '' ? undefined : (JSON.parse(text) as { code: string }).code];
  }
});

function drawn(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: 30, g: 90, b: 200 } } });
}
