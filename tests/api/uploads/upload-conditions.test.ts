import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { query } from '#tests/support/database/query.ts';
import { largestBlob } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { base64Digest } from '#tests/support/fixtures/digests.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

describe('uploads', () => {
  let server: SharedServer;
  let ada: Person;
  beforeAll(async () => {
    server = await sharedServer();
    ada = await signUp(server);
  });

  const codeOf = async (response: Response) => [response.status, (await response.json()).code];

  describe('on the condition of a generation', () => {
    test('0 are for a name that is free', async () => {
      const begin = { name: 'free.bin', length: 3, body: bytes(3), metadata: { ifGeneration: '0' } };
      expect((await tus(ada).begin(begin)).headers.has('keepsake-file')).toBe(true);
      expect(await codeOf(await tus(ada).begin(begin))).toEqual([412, 'generation-mismatch']);
    });

    test('are for the content that the client knows', async () => {
      await uploadFile(ada, { name: 'known.bin', body: bytes(3) });
      const begin = { name: 'known.bin', length: 4, body: bytes(4), metadata: { ifGeneration: '1' } };
      expect((await tus(ada).begin(begin)).headers.has('keepsake-file')).toBe(true);
      expect(await codeOf(await tus(ada).begin(begin))).toEqual([412, 'generation-mismatch']);
    });

    test('are dropped at the end when another was faster', async () => {
      const before = await roomOf(server, ada);
      const place = await tus(ada).place({ name: 'race.bin', length: 3, metadata: { ifGeneration: '0' } });
      const file = await uploadFile(ada, { name: 'race.bin', body: bytes(5, 'faster') });
      expect(await codeOf(await tus(ada).send(place, 0, bytes(3)))).toEqual([412, 'generation-mismatch']);
      expect((await tus(ada).ask(place)).status).toBe(404);
      expect((await ada.api.entries.get({ id: file.id })).file).toEqual(file);
      expect(await roomOf(server, ada)).toEqual({ used: before.used + 5, reserved: before.reserved });
    });

    test.each(['', '-1', '1.5', 'one'])('"%s" are refused', async (ifGeneration) => {
      const refused = await tus(ada).begin({ name: 'x', length: 3, metadata: { ifGeneration } });
      expect(await codeOf(refused)).toEqual([400, 'upload-metadata-invalid']);
    });
  });

  test('finished by many at once make one version', async () => {
    const body = bytes(400_000, 'many');
    const place = await tus(ada).place({ name: 'many.bin', length: body.length });
    const answers = await Promise.all([
      tus(ada).send(place, 0, body),
      ...Array.from({ length: 5 }, () => tus(ada).ask(place)),
    ]);
    const asked = await Promise.all(Array.from({ length: 5 }, () => tus(ada).ask(place)));
    const ids = [...answers, ...asked].flatMap((one) => one.headers.get('keepsake-file') ?? []);
    expect(new Set(ids).size).toBe(1);
    expect((await ada.api.entries.get({ id: ids[0] ?? '' })).file).toMatchObject({ version: 1, size: body.length });
  });

  test('whose checksum was not compared when the server was killed keep nothing of that request', async () => {
    const own = await startServer();
    const person = await signUp(own);
    const body = bytes(20_000_000, 'unchecked');
    const place = await tus(person).place({ name: 'unchecked.bin', length: body.length });
    await tus(person).send(place, 0, body.subarray(0, 1000));
    const rest = body.subarray(1000);
    const hanging = new ReadableStream({
      start(controller) {
        controller.enqueue(rest);
      },
    });
    const header = { 'upload-checksum': `sha256 ${base64Digest('sha256', rest)}` };
    const sent = tus(person).send(place, 1000, hanging, header);
    sent.catch(() => {});
    await waitFor(async () => (await largestBlob(own)) > 1_000_000, { what: 'bytes on the disk' });
    await own.kill('SIGKILL');
    await expect(sent).rejects.toThrow('fetch failed');
    await own.restart();
    expect(await tus(person).offset(place)).toBe(1000);
    const done = await tus(person).send(place, 1000, rest, header);
    const { file } = await person.api.entries.get({ id: done.headers.get('keepsake-file') ?? '' });
    expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
  });

  test('stored before hashes were are hashed when the server starts', async () => {
    const own = await startServer();
    const person = await signUp(own);
    const body = bytes(2_000_000, 'old');
    await uploadFile(person, { name: 'old.bin', body });
    await query(own, 'update blobs set sha256 = null, md5 = null');
    await own.restart();
    const hashed = () => query(own, 'select sha256 from blobs where sha256 is not null');
    const [row] = await waitFor(async () => ((await hashed()).length > 0 ? await hashed() : undefined), {
      what: 'the hashes',
    });
    expect(row).toEqual({ sha256: sha256(body) });
  });
});
