import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { holdAccounts } from '#tests/support/database/hold-accounts.ts';
import { query } from '#tests/support/database/query.ts';
import { storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { reprDigest } from '#tests/support/fixtures/digests.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const megabyte = 1_000_000;

describe('digests', () => {
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    server = await startServer();
    ada = await signUp(server);
  });

  const codeOf = async (response: Response) => [response.status, (await response.json()).code];
  const fileOf = async (response: Response) => {
    const { file } = await ada.api.entries.get({ id: response.headers.get('keepsake-file') ?? '' });
    if (file === null) throw new Error('The upload made no file');
    return file;
  };

  test.each([0, 1, 1024 ** 2, 1024 ** 2 + 1, 5 * megabyte])('of %i bytes are returned with them', async (size) => {
    const body = bytes(size, `digest ${size}`);
    const { url } = await uploadFile(ada, { name: `digest-${size}.bin`, body });
    const whole = await ada.fetch(url);
    await whole.arrayBuffer();
    expect(whole.headers.get('repr-digest')).toBe(reprDigest(body));
    const head = await ada.fetch(url, { method: 'HEAD' });
    expect(head.headers.get('repr-digest')).toBe(reprDigest(body));
  });

  test('of a part are those of the whole; what is no content has none', async () => {
    const body = bytes(1000, 'part');
    const { url } = await uploadFile(ada, { name: 'part.bin', body });
    const part = await ada.fetch(url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('repr-digest')]).toEqual([206, reprDigest(body)]);
    const same = await ada.fetch(url, { headers: { 'if-none-match': part.headers.get('etag') ?? '' } });
    expect([same.status, same.headers.has('repr-digest')]).toEqual([304, false]);
  });

  test('are stored as SHA-256 in hexadecimal; the MD5 is computed when somebody asks for it, and kept', async () => {
    const body = bytes(3 * megabyte, 'both');
    await uploadFile(ada, { name: 'both.bin', body });
    const stored = () => query(server, `select sha256, md5 from blobs where size = ${body.length}`);
    expect(await stored()).toEqual([{ sha256: sha256(body), md5: null }]);
    const md5 = createHash('md5').update(body).digest('base64');
    const { items } = await bucket(ada).list({ prefix: 'both.bin' });
    expect(items).toMatchObject([{ sha256: sha256(body), md5Hash: null }]);
    const asked = () => bucket(ada).metadata('both.bin');
    const [one, other] = await Promise.all([asked(), asked()]);
    expect([one.md5Hash, other.md5Hash]).toEqual([md5, md5]);
    expect(await stored()).toEqual([{ sha256: sha256(body), md5 }]);
  });

  describe('that a client declares', () => {
    const body = bytes(2 * megabyte, 'declared');
    const other = bytes(2 * megabyte, 'other');

    test('are compared, in the metadata or in Repr-Digest, and what fits is stored', async () => {
      const place = await tus(ada).place({
        name: 'declared.bin',
        length: body.length,
        metadata: { sha256: sha256(body) },
      });
      const done = await tus(ada).send(place, 0, body, { 'repr-digest': `sha-512=:AAAA:, ${reprDigest(body)}` });
      expect(await fileOf(done)).toMatchObject({ name: 'declared.bin', size: body.length });
    });

    test.each([
      ['in the metadata', { metadata: { sha256: sha256(other) } }, {}],
      ['with the last bytes', {}, { 'repr-digest': reprDigest(other) }],
    ])(
      'and that do not fit, %s, leave nothing: no file, no upload, no bytes, no room taken',
      async (way, begin, last) => {
        const before = await roomOf(server, ada);
        const stored = new Set((await storedBlobs(server)).map(({ id }) => id));
        const place = await tus(ada).place({ name: `wrong ${way}`, length: body.length, ...begin });
        await tus(ada).send(place, 0, body.subarray(0, megabyte));
        const refused = await tus(ada).send(place, megabyte, body.subarray(megabyte), last);
        expect(await codeOf(refused)).toEqual([422, 'digest-mismatch']);
        expect((await tus(ada).ask(place)).status).toBe(404);
        const { files } = await ada.api.folders.children({ id: 'root' });
        expect(files.map((file) => file.name)).not.toContain(`wrong ${way}`);
        expect(await roomOf(server, ada)).toEqual(before);
        expect((await storedBlobs(server)).filter(({ id }) => !stored.has(id))).toEqual([]);
      },
    );

    test('hold for an upload in one request too', async () => {
      const begin = { name: 'one.bin', length: body.length, body };
      const wrong = await tus(ada).begin({ ...begin, headers: { 'repr-digest': reprDigest(other) } });
      expect(await codeOf(wrong)).toEqual([422, 'digest-mismatch']);
      const right = await tus(ada).begin({ ...begin, headers: { 'repr-digest': reprDigest(body) } });
      expect(await fileOf(right)).toMatchObject({ name: 'one.bin', version: 1 });
    });

    test.each([
      ['metadata', { metadata: { sha256: 'beef' } }, 'upload-metadata-invalid'],
      ['Repr-Digest', { headers: { 'repr-digest': 'sha-256=beef' } }, 'upload-request-invalid'],
      ['Repr-Digest of another length', { headers: { 'repr-digest': 'sha-256=:AAAA:' } }, 'upload-request-invalid'],
    ])('and that cannot be read are refused: %s', async (_what, begin, code) => {
      expect(await codeOf(await tus(ada).begin({ name: 'x', length: 3, ...begin }))).toEqual([400, code]);
    });
  });

  describe('of a server that is killed', () => {
    test('in the middle of an upload are right after it resumes', async () => {
      const own = await startServer();
      const person = await signUp(own);
      const body = bytes(30 * megabyte, 'killed');
      const place = await tus(person).place({ name: 'killed.bin', length: body.length });
      await tus(person).send(place, 0, body.subarray(0, 20 * megabyte));
      await own.kill('SIGKILL');
      await own.restart();
      const offset = await tus(person).offset(place);
      expect(offset).toBe(20 * megabyte);
      const done = await tus(person).send(place, offset, body.subarray(offset), { 'repr-digest': reprDigest(body) });
      expect(done.status).toBe(204);
      expect(await query(own, 'select sha256 from blobs')).toEqual([{ sha256: sha256(body) }]);
    });

    test('between the last byte and the finish are compared when it starts again', async () => {
      const own = await startServer();
      const person = await signUp(own);
      const body = bytes(3 * megabyte, 'finish');
      const places = await Promise.all(
        ['right.bin', 'wrong.bin'].map((name) => tus(person).place({ name, length: body.length })),
      );
      const [right = '', wrong = ''] = places;
      for (const place of places) await tus(person).send(place, 0, body.subarray(0, -1));
      // With the digests noted and the last bytes stored, nothing can be finished any more.
      const digests = { [right]: sha256(body), [wrong]: sha256(bytes(9)) };
      for (const [place, digest] of Object.entries(digests))
        await query(own, `update uploads set sha256 = '${digest}' where id = '${place.split('/').at(-1)}'`);
      const held = await holdAccounts(own);
      const sent = places.map((place) => tus(person).send(place, body.length - 1, body.subarray(-1)));
      for (const one of sent) one.catch(() => {});
      await waitFor(async () => (await wholeBlobs(own, body.length)) === 2, { what: 'the last bytes on the disk' });
      await own.kill('SIGKILL');
      await Promise.allSettled(sent);
      await held.release();
      await own.restart();

      // A start that takes long is ready before all that was interrupted is complete.
      await waitFor(async () => (await tus(person).ask(wrong)).status === 404, { what: 'the wrong one to be refused' });
      const names = async () => (await person.api.folders.children({ id: 'root' })).files.map((file) => file.name);
      await waitFor(async () => (await names()).length > 0, { what: 'the right one' });
      expect(await names()).toEqual(['right.bin']);
      expect(await roomOf(own, person)).toEqual({ used: body.length, reserved: 0 });
    });
  });
});

async function wholeBlobs(server: TestServer, size: number): Promise<number> {
  return (await storedBlobs(server)).filter((one) => one.size === size).length;
}
