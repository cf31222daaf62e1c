/** The bytes of objects by their paths, as a page and as curl get them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { curl } from '#tests/support/client/curl.ts';
import { programOf } from '#tests/support/client/program.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const body = bytes(1000);

let server: SharedServer;
let ada: Person;
beforeAll(async () => {
  server = await sharedServer();
  ada = await signUp(server);
});

describe('?alt=media', () => {
  test('sends the bytes as the content handler does', async () => {
    const stored = await bucket(ada).store('media.png', body, { headers: { 'content-type': 'image/png' } });
    const media = { query: { alt: 'media' } };
    const answer = await bucket(ada).call('GET', 'media.png', media);
    const content = await ada.fetch(stored.url);
    expect(sha256(await answer.arrayBuffer())).toBe(sha256(body));
    for (const name of [
      'content-type',
      'content-security-policy',
      'content-disposition',
      'etag',
      'cache-control',
      'x-content-type-options',
    ]) {
      expect([name, answer.headers.get(name)]).toEqual([name, content.headers.get(name)]);
    }
    const range = await bucket(ada).call('GET', 'media.png', { ...media, headers: { range: 'bytes=10-19' } });
    expect([range.status, range.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(Buffer.from(body.subarray(10, 20)));
    const head = await bucket(ada).call('HEAD', 'media.png', media);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
    const etag = answer.headers.get('etag') ?? '';
    expect((await bucket(ada).call('GET', 'media.png', { ...media, headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
    expect((await bucket(ada).call('GET', 'media.png', { query: { alt: 'xml' } })).status).toBe(400);
    expect((await bucket(ada).call('GET', 'no.png', media)).status).toBe(404);
    expect((await bucket(visit(server)).call('GET', 'media.png', media)).status).toBe(401);
  });
});

describe('curl', () => {
  test('-T keeps a file, gets it back, and takes one from a pipe', async () => {
    const { token } = await programOf(ada);
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-curl-'));
    atEndOfFile(() => rm(folder, { recursive: true, force: true }));
    const photo = bytes(2_500_000, 'photo');
    const path = join(folder, 'photo.jpg');
    await writeFile(path, photo);
    const bearer = ['-H', `Authorization: Bearer ${token}`];
    const target = `${server.baseUrl}/api/objects/Phone/`;
    const sent = await curl([...bearer, '-T', path, `${target}?createFolders=true`.replace('?', 'photo.jpg?')]);
    expect([sent.status, JSON.parse(sent.body).sha256]).toEqual([201, sha256(photo)]);
    expect((await curl([...bearer, '-T', path, target])).status).toBe(200);
    const piped = await curl([...bearer, '-T', '-', `${target}piped.bin`], pieces(5_000_000));
    expect([piped.status, JSON.parse(piped.body).size, JSON.parse(piped.body).sha256]).toEqual([
      201,
      5_000_000,
      sha256(bytes(5_000_000)),
    ]);
    const back = join(folder, 'back.jpg');
    expect((await curl([...bearer, '-o', back, `${target}photo.jpg?alt=media`])).status).toBe(200);
    const form = ['-F', `file=@${path};type=image/jpeg`, '-F', 'metadata={"contentLanguage":"it"}'];
    const posted = await curl([...bearer, ...form, `${target}form.jpg`]);
    expect([posted.status, JSON.parse(posted.body)]).toMatchObject([
      201,
      { contentType: 'image/jpeg', contentLanguage: 'it', size: 2_500_000 },
    ]);
    expect((await curl(['-T', path, `${target}x.jpg`])).status).toBe(401);

    // Called a form by curl, which does not know better.
    const put = [...bearer, '-X', 'PUT'];
    const binary = await curl([...put, '--data-binary', `@${path}`, `${target}binary.jpg`]);
    expect([binary.status, JSON.parse(binary.body)]).toMatchObject([
      201,
      { contentType: 'image/jpeg', sha256: sha256(photo) },
    ]);
    const refused = await curl([...put, '-F', `file=@${path}`, `${target}refused.jpg`]);
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining('a form is sent with POST')]);
  });
});

function* pieces(length: number) {
  const whole = bytes(length);
  for (let at = 0; at < length; at += 100_000) yield whole.subarray(at, at + 100_000);
}
