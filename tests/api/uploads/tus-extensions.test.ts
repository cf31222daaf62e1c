/** tus 1.0.0, requirement by requirement: the extensions expiration, checksum and termination. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { base64Digest, reprDigest } from '#tests/support/fixtures/digests.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const absent = '/api/uploads/0198c0de-0000-7000-8000-000000000000';

describe('tus 1.0, extensions', () => {
  let server: SharedServer;
  let ada: Person;
  let speak: ReturnType<typeof tus>;
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
    speak = tus(ada);
  });

  const codeOf = async (response: Response) => [response.status, (await response.json()).code];
  const expiresOf = (response: Response) => response.headers.get('upload-expires') ?? '';

  describe('expiration', () => {
    test('the answer to POST tells when the upload expires, as an HTTP date', async () => {
      const expires = expiresOf(await speak.begin({ name: 'expires.bin', length: 3 }));
      expect(new Date(expires).toUTCString()).toBe(expires);
      expect(Date.parse(expires)).toBeGreaterThan(Date.now());
    });

    test('every answer to PATCH tells it too, as long as the upload is unfinished', async () => {
      const place = await speak.place({ name: 'expires.bin', length: 3 });
      expect(Date.parse(expiresOf(await speak.send(place, 0, bytes(2))))).toBeGreaterThan(Date.now());
      expect(expiresOf(await speak.send(place, 2, bytes(1)))).toBe('');
    });

    test('an upload that has expired is answered with 410', async () => {
      const place = await speak.place({ name: 'expired.bin', length: 3 });
      await query(server, `update uploads set expires_at = 1 where id = '${place.split('/').at(-1)}'`);
      expect((await speak.ask(place)).status).toBe(410);
      expect(await codeOf(await speak.send(place, 0, bytes(3)))).toEqual([410, 'upload-expired']);
    });
  });

  describe('checksum', () => {
    const body = bytes(300_000, 'checksum');
    const checksum = (algorithm: 'sha1' | 'sha256' | 'md5', of = body) => ({
      'upload-checksum': `${algorithm} ${base64Digest(algorithm, of)}`,
    });

    test('OPTIONS tells the algorithms, SHA-1 among them', async () => {
      const { headers } = await ada.fetch('/api/uploads', { method: 'OPTIONS' });
      expect(headers.get('tus-checksum-algorithm')?.split(',')).toEqual(['sha1', 'sha256', 'md5']);
    });

    test.each(['sha1', 'sha256', 'md5'] as const)('bytes with a right %s are stored', async (algorithm) => {
      const place = await speak.place({ name: `${algorithm}.bin`, length: body.length });
      const half = body.subarray(0, 100_000);
      const sent = await speak.send(place, 0, half, checksum(algorithm, half));
      expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, '100000']);
      const rest = body.subarray(100_000);
      expect((await speak.send(place, 100_000, rest, checksum(algorithm, rest))).headers.has('keepsake-file')).toBe(
        true,
      );
    });

    test('bytes with a wrong one are answered with 460 and none of them is stored, also at the end', async () => {
      const place = await speak.place({ name: 'wrong.bin', length: body.length });
      const half = body.subarray(0, 100_000);
      await speak.send(place, 0, half, checksum('sha1', half));
      for (const part of [body.subarray(100_000, 150_000), body.subarray(100_000)]) {
        const refused = await speak.send(place, 100_000, part, checksum('sha1', half));
        expect(await codeOf(refused)).toEqual([460, 'checksum-mismatch']);
        expect(await speak.offset(place)).toBe(100_000);
      }
      const rest = body.subarray(100_000);
      expect((await speak.send(place, 100_000, rest)).headers.has('keepsake-file')).toBe(true);
    });

    test('the same holds for bytes that travel with POST', async () => {
      const right = await speak.begin({ name: 'post.bin', length: body.length, body, headers: checksum('md5') });
      expect([right.status, right.headers.has('keepsake-file')]).toEqual([201, true]);
      const wrong = await speak.begin({ name: 'never.bin', length: 3, body: bytes(3), headers: checksum('md5') });
      expect(await codeOf(wrong)).toEqual([460, 'checksum-mismatch']);
      const { files } = await ada.api.folders.children({ id: 'root' });
      expect(files.map((file) => file.name)).not.toContain('never.bin');
    });

    test('Content-Digest is compared where there is no Upload-Checksum', async () => {
      const told = (of: Uint8Array) => ({ 'content-digest': `sha-512=:AAAA:, ${reprDigest(of)}` });
      const place = await speak.place({ name: 'content.bin', length: body.length });
      const half = body.subarray(0, 100_000);
      const rest = body.subarray(100_000);
      await speak.send(place, 0, half, told(half));
      expect(await codeOf(await speak.send(place, 100_000, rest, told(half)))).toEqual([460, 'checksum-mismatch']);
      expect(await speak.offset(place)).toBe(100_000);
      expect((await speak.send(place, 100_000, rest, told(rest))).headers.has('keepsake-file')).toBe(true);
      const wrong = await speak.begin({ name: 'never.bin', length: 3, body: bytes(3), headers: told(half) });
      expect(await codeOf(wrong)).toEqual([460, 'checksum-mismatch']);
      const broken = await speak.begin({
        name: 'x',
        length: 3,
        body: bytes(3),
        headers: { 'content-digest': 'sha-256=x' },
      });
      expect(await codeOf(broken)).toEqual([400, 'upload-request-invalid']);
    });

    test.each([
      ['an algorithm that is not offered', 'crc32 AAAAAA==', 'checksum-unsupported'],
      ['no checksum', 'sha1', 'upload-request-invalid'],
      ['a checksum of another length', 'sha1 AAAA', 'upload-request-invalid'],
      ['what is no Base64', 'sha1 ***', 'upload-request-invalid'],
    ])('%s is answered with 400 and nothing is stored', async (_what, header, code) => {
      const place = await speak.place({ name: 'unknown.bin', length: 3 });
      expect(await codeOf(await speak.send(place, 0, bytes(3), { 'upload-checksum': header }))).toEqual([400, code]);
      expect(await speak.offset(place)).toBe(0);
    });
  });

  describe('termination', () => {
    test('DELETE is answered with 204, and everything after it with 404', async () => {
      const place = await speak.place({ name: 'ended.bin', length: 3 });
      await speak.send(place, 0, bytes(2));
      expect((await speak.giveUp(place)).status).toBe(204);
      const answers = [await speak.ask(place), await speak.send(place, 2, bytes(1)), await speak.giveUp(place)];
      expect(answers.map((one) => one.status)).toEqual([404, 404, 404]);
    });

    test('an upload that is not there is answered with 404', async () => {
      expect((await speak.giveUp(absent)).status).toBe(404);
    });
  });
});
