import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import type { File } from '#contract/records/entries.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { commandLine } from '#tests/support/client/command-line.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { checkAgain } from '#tests/support/database/check-again.ts';
import { query } from '#tests/support/database/query.ts';
import { blobOf, quarantinedBytes, storeBytes, storedBytes } from '#tests/support/database/stored-bytes.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const mebibyte = 1024 ** 2;

describe('integrity', () => {
  let server: TestServer;
  let ada: Person;
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    ada = await signUp(server);
  });

  const stateOf = ({ id }: File) => ada.api.files.integrity({ id });
  const download = (file: File, range?: string) => ada.fetch(file.url, { headers: range ? { range } : {} });
  const digestOf = async (file: File) => sha256(await (await download(file)).arrayBuffer());

  /** Writes a byte over the one at a position of what is stored. */
  async function spoil(file: File, body: Uint8Array, at: number): Promise<string> {
    server.expectLog(/A blob is damaged/);
    const blobId = await blobOf(server, file);
    const spoilt = Buffer.from(body);
    spoilt[at] = (spoilt[at] as number) ^ 1;
    await storeBytes(server, blobId, spoilt);
    return blobId;
  }

  async function expectDamaged(file: File): Promise<void> {
    const response = await download(file);
    expect([response.status, (await response.json()).code]).toEqual([500, 'file-damaged']);
  }

  describe('of a file', () => {
    test('is its sums, and when its bytes were compared with them', async () => {
      const body = bytes(5 * mebibyte);
      const file = await uploadFile(ada, { name: 'film.mov', body });
      expect(await stateOf(file)).toMatchObject({ sha256: sha256(body), verifiedAt: null, damagedAt: null });
      const before = Date.now();
      await checkAgain(server, await blobOf(server, file));
      const { verifiedAt, damagedAt } = await stateOf(file);
      expect(verifiedAt).toBeGreaterThanOrEqual(before);
      expect(damagedAt).toBeNull();
    });

    test('is shown to its owner only', async () => {
      const bob = await signUp(server);
      const file = await uploadFile(ada, { name: 'own.bin', body: bytes(5) });
      await expect(bob.api.files.integrity({ id: file.id })).rejects.toMatchObject({ code: 'object-not-found' });
      const folder = await ada.api.folders.create({ name: 'No file', parentId: null });
      await expect(ada.api.files.integrity({ id: folder.id })).rejects.toMatchObject({ code: 'object-not-found' });
      await ada.api.entries.remove({ id: file.id });
      await expect(stateOf(file)).rejects.toMatchObject({ code: 'object-not-found' });
    });
  });

  // Before others are damaged: those are looked at first after each start.
  describe('sums', () => {
    const sumsOf = (blobId: string) =>
      query(server, `select part, crc32s from blob_sums where blob_id = '${blobId}' order by part`);

    test('that are missing are made from bytes that fit the SHA-256, and the file is sent meanwhile', async () => {
      const body = bytes(9 * mebibyte, 'no sums');
      const file = await uploadFile(ada, { name: 'old.mov', body });
      const blobId = await blobOf(server, file);
      const before = await sumsOf(blobId);
      await query(server, `delete from blob_sums where blob_id = '${blobId}'`);
      expect(await digestOf(file)).toBe(sha256(body));
      await checkAgain(server, blobId);
      expect(await sumsOf(blobId)).toEqual(before);
      expect((await stateOf(file)).damagedAt).toBeNull();
    });

    test('that are missing are not made from other bytes', async () => {
      const body = bytes(9 * mebibyte, 'rotten before');
      const file = await uploadFile(ada, { name: 'old.mov', body });
      const blobId = await spoil(file, body, 8 * mebibyte);
      await query(server, `delete from blob_sums where blob_id = '${blobId}'`);
      await checkAgain(server, blobId);
      await expectDamaged(file);
      expect(await sumsOf(blobId)).toEqual([]);
    });

    test('that fit other bytes than those of the SHA-256 hide nothing', async () => {
      server.expectLog(/A blob is damaged/);
      const file = await uploadFile(ada, { name: 'mine.mov', body: bytes(9 * mebibyte, 'mine') });
      const otherBody = bytes(9 * mebibyte, 'of another');
      const other = await blobOf(server, await uploadFile(ada, { name: 'other.mov', body: otherBody }));
      const id = await blobOf(server, file);
      await storeBytes(server, id, Buffer.from(otherBody));
      await query(server, `delete from blob_sums where blob_id = '${id}'`);
      await query(server, `update blob_sums set blob_id = '${id}' where blob_id = '${other}'`);
      await checkAgain(server, id);
      await expectDamaged(file);
    });

    test('that are wrong themselves damage nothing', async () => {
      server.expectLog(/A blob is damaged|A damaged blob is whole again/);
      const body = bytes(9 * mebibyte, 'wrong sums');
      const file = await uploadFile(ada, { name: 'fine.mov', body });
      const wrong = await uploadFile(ada, { name: 'other.mov', body: bytes(9 * mebibyte, 'other') });
      const [id, other] = [await blobOf(server, file), await blobOf(server, wrong)];
      await query(server, `delete from blob_sums where blob_id = '${id}'`);
      await query(server, `update blob_sums set blob_id = '${id}' where blob_id = '${other}'`);
      await checkAgain(server, id);
      expect(await digestOf(file)).toBe(sha256(body));
      expect((await stateOf(file)).damagedAt).toBeNull();
    });
  });

  describe('a damaged file', () => {
    test.each([
      ['in the database', 1000],
      ['of one block', 3 * mebibyte],
      ['of many blocks', 6 * mebibyte],
    ])('%s is refused, told and set aside', async (_where, size) => {
      const body = bytes(size, 'damaged');
      const file = await uploadFile(ada, { name: 'damaged.bin', body });
      const before = Date.now();
      const blobId = await spoil(file, body, 500);
      await expectDamaged(file);
      await expectDamaged(file);
      expect((await stateOf(file)).damagedAt).toBeGreaterThanOrEqual(before);
      await waitFor(async () => (await quarantinedBytes(server, blobId))?.length === size, { what: 'the quarantine' });
    });

    test('is cut off before the first wrong piece when its beginning was sent already', async () => {
      const body = bytes(40 * mebibyte, 'late');
      const file = await uploadFile(ada, { name: 'late.bin', body });
      await spoil(file, body, 39 * mebibyte);
      const part = await download(file, `bytes=0-${5 * mebibyte}`);
      expect(sha256(await part.arrayBuffer())).toBe(sha256(body.subarray(0, 5 * mebibyte + 1)));
      const response = await download(file);
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow('terminated');
      expect((await stateOf(file)).damagedAt).not.toBeNull();
    });

    test('is refused by the bucket too, which tells what it knows of it', async () => {
      const body = bytes(3_000_000, 'object');
      await spoil(await uploadFile(ada, { name: 'object.bin', body }), body, 7);
      expect(await bucket(ada).metadata('object.bin')).toMatchObject({ sha256: sha256(body), md5Hash: null });
      const response = await ada.fetch('/api/objects/object.bin?alt=media');
      expect([response.status, (await response.json()).code]).toEqual([500, 'file-damaged']);
    });

    test('is not asked for again and again at the command line, which says what the server said', async () => {
      const body = bytes(300_000, 'get');
      await spoil(await uploadFile(ada, { name: 'get.bin', body }), body, 100);
      const { token } = await ada.api.appPasswords.create({ name: 'here' });
      const cli = await commandLine();
      await cli.run(['login', server.baseUrl, '--token', token]);
      const { code, stderr } = await cli.run(['get', 'get.bin', 'got.bin']);
      expect([code, stderr]).toEqual([1, expect.stringContaining(errors['file-damaged'].message)]);
    });

    test('is not reused, and sending it again heals every file that shows it', async () => {
      const body = bytes(5 * mebibyte, 'healed');
      const first = await uploadFile(ada, { name: 'first.bin', body });
      await spoil(first, body, 4_500_000);
      await download(first).then((response) => response.arrayBuffer().catch(() => {}));
      const link = { name: 'reused.bin', folderId: null, size: body.length, sha256: sha256(body) };
      expect(await ada.api.files.reuse(link)).toEqual({ file: null, operationId: null });
      const second = await uploadFile(ada, { name: 'second.bin', body });
      expect(await digestOf(second)).toBe(sha256(body));
      await waitFor(async () => (await digestOf(first)) === sha256(body), { what: 'the older file to be whole' });
      expect((await stateOf(first)).damagedAt).toBeNull();
      expect(await roomOf(server, ada)).toEqual({ used: body.length, reserved: 0 });
    });

    test('that nobody has read yet is not reused either, when it is small', async () => {
      const body = bytes(300_000, 'unread');
      await spoil(await uploadFile(ada, { name: 'unread.bin', body }), body, 5);
      const link = { name: 'reused.bin', folderId: null, size: body.length, sha256: sha256(body) };
      expect(await ada.api.files.reuse(link)).toEqual({ file: null, operationId: null });
      expect(await digestOf(await uploadFile(ada, { name: 'again.bin', body }))).toBe(sha256(body));
    });

    test('is sent again when somebody brought its bytes back', async () => {
      server.expectLog(/A damaged blob is whole again/);
      const body = bytes(6 * mebibyte, 'brought back');
      const file = await uploadFile(ada, { name: 'back.bin', body });
      const blobId = await spoil(file, body, 0);
      await expectDamaged(file);
      await waitFor(() => quarantinedBytes(server, blobId), { what: 'the quarantine' });
      // In S3 bytes are copied there, and removed after that.
      await waitFor(async () => (await storedBytes(server, blobId)) === undefined, { what: 'the bytes to be gone' });
      await storeBytes(server, blobId, Buffer.from(body));
      await waitFor(async () => (await digestOf(file)) === sha256(body), { what: 'the file to be whole' });
      expect(await stateOf(file)).toMatchObject({ damagedAt: null, verifiedAt: expect.any(Number) });
    });

    test('that is asked for again and again keeps no other from being verified', async () => {
      const asked = await Promise.all(
        Array.from({ length: 16 }, async (_, index) => {
          const body = bytes(300_000, `asked ${index}`);
          const file = await uploadFile(ada, { name: `asked ${index}.bin`, body });
          await spoil(file, body, 0);
          return file;
        }),
      );
      const body = bytes(5 * mebibyte, 'due');
      const due = await uploadFile(ada, { name: 'due.bin', body });
      const blobId = await spoil(due, body, 0);
      let isFound = false;
      const ask = async (file: File) => {
        while (!isFound) await expectDamaged(file);
      };
      const asking = asked.map(ask);
      await query(server, `update blobs set verified_at = 0 where id = '${blobId}'`);
      await waitFor(async () => (await stateOf(due)).damagedAt !== null, { what: 'the other to be verified' }).finally(
        () => {
          isFound = true;
        },
      );
      await Promise.all(asking);
    });

    test('gets no thumbnail', async () => {
      const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a33' } })
        .png()
        .toBuffer();
      const file = await uploadFile(ada, { name: 'red.png', body: picture, contentType: 'image/png' });
      const preview = async () => (await ada.api.entries.get({ id: file.id })).file?.preview;
      await waitFor(async () => (await preview())?.state === 'made', { what: 'the thumbnail' });
      await server.stop();
      await spoil(file, picture, picture.length - 20);
      await query(server, `update facts set state = 'waiting', tries = 0`);
      await query(server, `update previews set state = 'waiting'`);
      await server.restart();
      await waitFor(async () => (await stateOf(file)).damagedAt !== null, { what: 'the damage to be found' });
      expect(await preview()).toEqual({ state: 'making' });
    });
  });
});
