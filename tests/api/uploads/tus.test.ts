/**
 * tus 1.0.0 (https://tus.io/protocols/resumable-upload), requirement by requirement: the core protocol, creation and
 * creation-with-upload. Each name is a requirement in our words.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { resumableThreshold, uploadedFileHeader } from '#contract/storage.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { tus } from '#tests/support/client/tus.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const absent = '/api/uploads/0198c0de-0000-7000-8000-000000000000';

describe('tus 1.0', () => {
  let server: SharedServer;
  let ada: Person;
  let speak: ReturnType<typeof tus>;
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
    speak = tus(ada);
  });

  const codeOf = async (response: Response) => [response.status, (await response.json()).code];

  describe('core', () => {
    test('HEAD tells the offset always: at the start, in the middle and at the end', async () => {
      const place = await speak.place({ name: 'head.bin', length: 4 });
      for (const offset of [0, 2, 4]) {
        expect((await speak.ask(place)).headers.get('upload-offset')).toBe(String(offset));
        if (offset < 4) await speak.send(place, offset, bytes(2));
      }
    });

    test('HEAD tells the length when it is known', async () => {
      const place = await speak.place({ name: 'length.bin', length: 4 });
      expect((await speak.ask(place)).headers.get('upload-length')).toBe('4');
      await speak.send(place, 0, bytes(4));
      expect((await speak.ask(place)).headers.get('upload-length')).toBe('4');
    });

    test('HEAD is answered with 200 or 204 and never cached', async () => {
      const asked = await speak.ask(await speak.place({ name: 'cache.bin', length: 4 }));
      expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store']);
    });

    test('HEAD of an upload that is not there is answered with 404 and without an offset', async () => {
      const asked = await speak.ask(absent);
      expect([asked.status, asked.headers.has('upload-offset')]).toEqual([404, false]);
    });

    test('PATCH applies the bytes at the offset, and answers 204 with the sum of offset and bytes', async () => {
      const place = await speak.place({ name: 'sum.bin', length: 10 });
      const first = await speak.send(place, 0, bytes(3));
      const second = await speak.send(place, 3, bytes(4));
      expect([first, second].map((one) => [one.status, one.headers.get('upload-offset')])).toEqual([
        [204, '3'],
        [204, '7'],
      ]);
    });

    test('PATCH with another offset than the current one is answered with 409 and changes nothing', async () => {
      const place = await speak.place({ name: 'conflict.bin', length: 10 });
      await speak.send(place, 0, bytes(3));
      expect(await codeOf(await speak.send(place, 0, bytes(3)))).toEqual([409, 'upload-offset-conflict']);
      expect(await codeOf(await speak.send(place, 5, bytes(3)))).toEqual([409, 'upload-offset-conflict']);
      expect(await speak.offset(place)).toBe(3);
    });

    test('PATCH of another type than application/offset+octet-stream is answered with 415', async () => {
      const place = await speak.place({ name: 'type.bin', length: 3 });
      const sent = await speak.send(place, 0, bytes(3), { 'content-type': 'application/octet-stream' });
      expect(await codeOf(sent)).toEqual([415, 'upload-type-invalid']);
      expect(await speak.offset(place)).toBe(0);
    });

    test('PATCH of an upload that is not there is answered with 404', async () => {
      expect(await codeOf(await speak.send(absent, 0, bytes(3)))).toEqual([404, 'upload-not-found']);
    });

    test.each(['-1', '1.5', 'one', ''])('an offset is a non-negative integer, not "%s"', async (offset) => {
      const place = await speak.place({ name: 'integer.bin', length: 3 });
      expect((await speak.send(place, offset, bytes(1))).status).toBe(400);
    });

    test.each(['-1', '1.5', 'one'])('a length is a non-negative integer, not "%s"', async (length) => {
      expect(await codeOf(await speak.begin({ name: 'x', length }))).toEqual([400, 'upload-length-invalid']);
    });

    test('OPTIONS tells the versions, the extensions and the largest size, without being asked in a version', async () => {
      const { status, headers } = await ada.fetch('/api/uploads', { method: 'OPTIONS' });
      expect([status, headers.get('tus-version'), headers.get('tus-max-size')]).toEqual([
        204,
        '1.0.0',
        String(5 * 1024 ** 4),
      ]);
      expect(headers.get('tus-extension')?.split(',')).toEqual([
        'creation',
        'creation-with-upload',
        'termination',
        'expiration',
        'checksum',
      ]);
    });

    test('every answer tells the version it speaks, also a refusal', async () => {
      const begun = await speak.begin({ name: 'version.bin', length: 3 });
      const place = begun.headers.get('location') ?? '';
      const answers = [
        begun,
        await speak.send(place, 0, bytes(1)),
        await speak.send(place, 0, bytes(1)),
        await speak.ask(place),
        await speak.giveUp(place),
        await speak.ask(place),
      ];
      expect(answers.map((one) => one.headers.get('tus-resumable'))).toEqual(answers.map(() => '1.0.0'));
    });

    test.each([
      ['another version', { 'tus-resumable': '0.2.2' }],
      ['no version', { 'tus-resumable': '' }],
    ])('a request in %s is answered with 412 and the versions, and not processed', async (_what, headers) => {
      const place = await speak.place({ name: 'old.bin', length: 3 });
      const refused = await speak.send(place, 0, bytes(3), headers);
      expect([refused.status, refused.headers.get('tus-version')]).toEqual([412, '1.0.0']);
      expect(await speak.offset(place)).toBe(0);
    });

    test('X-HTTP-Method-Override stands for the method, and what was really sent is ignored', async () => {
      const place = await speak.place({ name: 'override.bin', length: 3 });
      const post = (method: string, headers: Record<string, string> = {}, body: BodyInit | null = null) =>
        ada.fetch(place, {
          method: 'POST',
          headers: { 'tus-resumable': '1.0.0', 'x-http-method-override': method, ...headers },
          body,
        });
      const octets = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
      const sent = await post('PATCH', octets, bytes(2));
      expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '2']);
      expect((await post('DELETE')).status).toBe(204);
      expect((await speak.ask(place)).status).toBe(404);
      const options = await post('OPTIONS', { 'upload-length': '5' });
      expect([options.status, options.headers.get('tus-version')]).toEqual([204, '1.0.0']);
    });

    test('what two proxies said of the way to them is no reason to refuse', async () => {
      const headers = { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'a.example, b.example' };
      const begun = await speak.begin({ name: 'behind.bin', length: 300_000, headers });
      expect([begun.status, begun.headers.get('location')]).toEqual([201, expect.stringMatching(/^\/api\/uploads\//)]);
    });
  });

  describe('creation', () => {
    test('POST is answered with 201 and the address of the upload', async () => {
      const begun = await speak.begin({ name: 'begun.bin', length: 3 });
      expect([begun.status, begun.headers.get('location')]).toEqual([
        201,
        expect.stringMatching(/^\/api\/uploads\/[\w-]+$/),
      ]);
    });

    test('an upload of no bytes is a file at once', async () => {
      const begun = await speak.begin({ name: 'empty.bin', length: 0 });
      expect([begun.status, begun.headers.get('keepsake-file')]).toEqual([201, expect.stringMatching(/^[\w-]{36}$/)]);
    });

    test('a length above the largest size is answered with 413', async () => {
      expect((await speak.begin({ name: 'x', length: 5 * 1024 ** 4 + 1 })).status).toBe(413);
    });

    test('neither a length nor its deferral is answered with 400', async () => {
      const headers = { 'tus-resumable': '1.0.0' };
      expect((await ada.fetch('/api/uploads', { method: 'POST', headers })).status).toBe(400);
    });

    test('a length that comes later is refused, since that extension is not offered', async () => {
      const headers = { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' };
      const refused = await ada.fetch('/api/uploads', { method: 'POST', headers });
      expect(await codeOf(refused)).toEqual([400, 'upload-request-invalid']);
      const both = await speak.begin({ name: 'x', length: 3, headers: { 'upload-defer-length': '1' } });
      expect(await codeOf(both)).toEqual([400, 'upload-request-invalid']);
    });

    test('putting uploads together is refused, since that extension is not offered', async () => {
      const partial = await speak.begin({ name: 'x', length: 3, headers: { 'upload-concat': 'partial' } });
      expect(await codeOf(partial)).toEqual([400, 'upload-request-invalid']);
    });

    test('HEAD tells the metadata as it was given at the beginning, also when the upload is finished', async () => {
      const pairs = `filename ${Buffer.from('notes.txt').toString('base64')},album ${Buffer.from('Ferien').toString('base64')},mine`;
      const place = await speak.place({ length: 2, headers: { 'upload-metadata': pairs } });
      expect((await speak.ask(place)).headers.get('upload-metadata')).toBe(pairs);
      await speak.send(place, 0, bytes(2));
      expect((await speak.ask(place)).headers.get('upload-metadata')).toBe(pairs);
    });

    test('HEAD tells long metadata until the upload is finished', async () => {
      const pairs = `filename ${Buffer.from('long.txt').toString('base64')},note ${Buffer.alloc(2000, 'x').toString('base64')}`;
      const place = await speak.place({ length: 2, headers: { 'upload-metadata': pairs } });
      expect((await speak.ask(place)).headers.get('upload-metadata')).toBe(pairs);
      await speak.send(place, 0, bytes(2));
      const { headers } = await speak.ask(place);
      expect([headers.get('upload-offset'), headers.get('upload-metadata')]).toEqual(['2', null]);
    });

    test.each([
      ['a value that is no Base64', 'filename ***'],
      ['a key that comes twice', 'filename eA==,filename eQ=='],
      ['an empty key', ' eA=='],
    ])('metadata with %s is answered with 400', async (_what, pairs) => {
      const refused = await speak.begin({ length: 2, headers: { 'upload-metadata': pairs } });
      expect(refused.status).toBe(400);
    });
  });

  describe('creation with upload', () => {
    test('POST with bytes is answered with 201, the address and how much was taken', async () => {
      const begun = await speak.begin({ name: 'with.bin', length: 5, body: bytes(3) });
      expect([begun.status, begun.headers.get('upload-offset')]).toEqual([201, '3']);
      expect(await speak.offset(begun.headers.get('location') ?? '')).toBe(3);
    });

    test('a POST with all bytes of a file that is resumable otherwise tells the file', async () => {
      const body = bytes(resumableThreshold + 1);
      const begun = await speak.begin({ name: 'whole.bin', length: body.length, body });
      expect([begun.status, begun.headers.get('upload-offset')]).toEqual([201, String(body.length)]);
      const { file } = await ada.api.entries.get({ id: begun.headers.get(uploadedFileHeader) ?? '' });
      expect(Buffer.from(await (await ada.fetch(file?.url ?? '')).arrayBuffer())).toEqual(Buffer.from(body));
    });

    test('a POST with more bytes than the length leaves nothing', async () => {
      const uploadId = randomUUID();
      const begun = await speak.begin({ name: 'over.bin', length: 4, body: bytes(5), metadata: { uploadId } });
      expect(await codeOf(begun)).toEqual([413, 'upload-too-long']);
      expect((await speak.ask(`/api/uploads/${uploadId}`)).status).toBe(404);
    });

    test('a POST whose bytes break off leaves nothing', async () => {
      const uploadId = randomUUID();
      const heard = await listenLive(ada);
      const isOnTheWay = () => heard.transfers.at(-1)?.some(({ id }) => id === uploadId) === true;
      const interrupted = new ReadableStream<Uint8Array>({
        async pull(sending) {
          sending.enqueue(bytes(3));
          await waitFor(isOnTheWay, { what: 'the upload' });
          sending.error(new Error('The network is gone'));
        },
      });
      const begun = speak.begin({ name: 'off.bin', length: 5, body: interrupted, metadata: { uploadId } });
      await expect(begun).rejects.toThrow('fetch failed');
      await expect.poll(async () => (await speak.ask(`/api/uploads/${uploadId}`)).status).toBe(404);
    });

    test('the bytes have to be of the type application/offset+octet-stream to be taken', async () => {
      const begun = await speak.begin({
        name: 'untyped.bin',
        length: 5,
        body: bytes(3),
        headers: { 'content-type': 'text/plain' },
      });
      expect([begun.status, begun.headers.has('upload-offset')]).toEqual([201, false]);
      expect(await speak.offset(begun.headers.get('location') ?? '')).toBe(0);
    });
  });
});
