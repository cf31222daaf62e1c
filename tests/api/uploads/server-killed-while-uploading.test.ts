import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { startUpload } from '#client/storage/upload.ts';
import { resumableThreshold } from '#contract/storage.ts';
import { bucket } from '#tests/support/client/bucket.ts';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { openRawConnection, requestHead } from '#tests/support/client/raw-connection.ts';
import { tus } from '#tests/support/client/tus.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { holdAccounts } from '#tests/support/database/hold-accounts.ts';
import { query } from '#tests/support/database/query.ts';
import { setQuota } from '#tests/support/database/set-quota.ts';
import { largestBlob, leaveBlob } from '#tests/support/database/stored-blobs.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const megabyte = 1_000_000;

describe('a server that is killed', () => {
  test('in the middle of an upload of 50 MB: it resumes from the last stored byte, and every byte is right', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const body = bytes(50 * megabyte, 'crash');
    const upload = startUpload(person.server, { name: 'large.bin', body: Buffer.from(body), folderId: null });
    const isPartSent = Promise.withResolvers<void>();
    upload.observe(() => {
      if (upload.snapshot().bytesTransferred > 15 * megabyte) isPartSent.resolve();
    });
    await isPartSent.promise;
    await server.kill('SIGKILL');
    const stored = await largestBlob(server);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(body.length);
    await server.restart();

    const id = await upload.done;
    await expectKept(person, id, body);
  });

  test('in the middle of bytes without a length: their beginning is not taken for the whole', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytes(20 * megabyte)),
    });
    const put = bucket(person).put('endless.bin', body);
    put.catch(() => {});
    await waitFor(async () => (await largestBlob(server)) > megabyte, { what: 'some of the bytes on the disk' });
    await server.kill('SIGKILL');
    await expect(put).rejects.toThrow('fetch failed');
    await server.restart();
    expect((await bucket(person).list()).items).toEqual([]);
    expect((await bucket(person).put('endless.bin', bytes(5))).status).toBe(201);
  });

  test('between the last byte and the finish: the file is there after the start, and only once', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const folder = await person.api.folders.create({ name: 'Kept', parentId: null });
    const body = bytes(3 * megabyte, 'finish');
    const place = await tus(person).place({ name: 'late.bin', length: body.length, folderId: folder.id });
    await tus(person).send(place, 0, body.subarray(0, -1));

    const held = await holdAccounts(server);
    const lastByte = tus(person).send(place, body.length - 1, body.subarray(-1));
    lastByte.catch(() => {});
    await waitFor(async () => (await largestBlob(server)) === body.length, { what: 'the last byte on the disk' });
    await server.kill('SIGKILL');
    await expect(lastByte).rejects.toThrow('fetch failed');
    await held.release();
    await server.restart();

    // A start that takes long is ready before all that was interrupted is complete.
    const files = await waitFor(
      async () => {
        const { files: found } = await person.api.folders.children({ id: folder.id });
        return found.length > 0 && found;
      },
      { what: 'the file' },
    );
    expect(files).toMatchObject([{ name: 'late.bin', size: body.length, version: 1 }]);
    const asked = await tus(person).ask(place);
    expect(asked.headers.get('upload-offset')).toBe(String(body.length));
    expect(asked.headers.get('keepsake-file')).toBe(files[0]?.id);
    await expectKept(person, files[0]?.id ?? '', body);
  });

  test('between the last byte of a PUT and its answer: it does not come after what its client did since', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const body = bytes(resumableThreshold + 1, 'put');
    const connection = await beginPut(server, person, 'put.bin', body.length);
    connection.write(body.subarray(0, -1));
    await waitFor(async () => (await query(server, 'select id from uploads')).length === 1, { what: 'its beginning' });

    const held = await holdAccounts(server);
    connection.write(body.subarray(-1));
    await waitFor(async () => (await largestBlob(server)) === body.length, { what: 'the last byte on the disk' });
    await server.kill('SIGKILL');
    await connection.closed;
    await held.release();
    await server.restart();

    expect((await bucket(person).list()).items).toEqual([]);
    expect((await bucket(person).put('put.bin', body, { query: { ifGenerationMatch: '0' } })).status).toBe(201);
  });

  test('in the middle of a PUT: what came of it takes no room from the same PUT, where no other process can be receiving it', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const body = bytes(20 * megabyte, 'again');
    // As one that the server itself goes on with.
    const continued = await tus(person).place({ name: 'unpacked.bin', length: megabyte });
    const placed = `id = '${continued.split('/').at(-1)}'`;
    await query(server, `update uploads set is_single_request = 1 where ${placed}`);
    await setQuota(server, person, 30 * megabyte);
    const connection = await beginPut(server, person, 'again.bin', body.length);
    connection.write(body.subarray(0, 15 * megabyte));
    await waitFor(async () => (await largestBlob(server)) > megabyte, { what: 'some of the bytes on the disk' });
    await server.kill('SIGKILL');
    await connection.closed;
    await server.restart();

    const isAlone = inject('database') === 'sqlite';
    const { status } = await bucket(person).put('again.bin', body);
    expect(status).toBe(isAlone ? 201 : 402);
    expect(await query(server, `select id from uploads where ${placed}`)).toHaveLength(1);
    expect(await roomOf(server, person)).toEqual(
      isAlone ? { used: body.length, reserved: megabyte } : { used: 0, reserved: body.length + megabyte },
    );
  });

  test('between the blob and the row of an upload: who chose its id begins again with it', async () => {
    const server = await startServer();
    const person = await signUp(server);
    for (const size of [100_000, 1_000_000]) {
      const id = randomUUID();
      await leaveBlob(server, id);
      const body = bytes(size, id);
      const begin = { name: `${size}.bin`, length: size, metadata: { uploadId: id } };
      const response = await tus(person).begin({ ...begin, body });
      expect(response.status).toBe(201);
      await expectKept(person, response.headers.get('keepsake-file') ?? '', body);
      // Now it is taken, whoever asks.
      const other = await tus(await signUp(server)).begin({ ...begin, body });
      expect([other.status, (await other.json()).code]).toEqual([409, 'upload-offset-conflict']);
      await expectKept(person, response.headers.get('keepsake-file') ?? '', body);
    }
  });

  test('again and again while small files are stored: what was acknowledged is there, byte for byte', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const acknowledged = new Map<string, string>();
    for (let round = 0; round < 3; round += 1) {
      const working = keepMany(person, round, acknowledged);
      await waitFor(() => acknowledged.size >= (round + 1) * 5, { what: 'acknowledged files' });
      await server.kill('SIGKILL');
      await working;
      await server.restart();
    }
    const again = await logIn(server, person);
    const { files } = await again.api.folders.children({ id: 'root', limit: 1000 });
    const stored = new Map(files.map((file) => [file.name, file]));
    for (const [name, digest] of acknowledged) {
      const response = await again.fetch(stored.get(name)?.url ?? '/missing');
      expect([name, sha256(await response.arrayBuffer())]).toEqual([name, digest]);
    }
  });
});

/** Sends the head of a PUT of so many bytes. */
async function beginPut(server: TestServer, { cookie }: Person, path: string, length: number) {
  const connection = await openRawConnection(server);
  const { host, origin } = new URL(server.baseUrl);
  connection.write(requestHead(`PUT /api/objects/${path}`, { cookie, host, origin, 'content-length': String(length) }));
  return connection;
}

/** Keeps files one after the other until the server is gone; notes each that was acknowledged. */
async function keepMany(person: Person, round: number, acknowledged: Map<string, string>): Promise<void> {
  for (let i = 0; ; i += 1) {
    const name = `${round}-${i}.bin`;
    const body = bytes(1000 + i * 997, name);
    try {
      const response = await tus(person).begin({ name, length: body.length, body });
      if (!response.headers.has('keepsake-file')) throw new Error(`Not stored: ${response.status}`);
      acknowledged.set(name, sha256(body));
    } catch {
      return;
    }
  }
}

async function expectKept(person: Person, id: string, body: Uint8Array): Promise<void> {
  const { file } = await person.api.entries.get({ id });
  expect(file).toMatchObject({ size: body.length });
  expect(sha256(await (await person.fetch(file?.url ?? '')).arrayBuffer())).toBe(sha256(body));
}
