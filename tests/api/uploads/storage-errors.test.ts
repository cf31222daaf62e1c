import { openAsBlob } from 'node:fs';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { programServer } from '#client/server.ts';
import { digestAsSent } from '#client/storage/hashing/digest-as-sent.ts';
import { StorageError } from '#client/storage/requests/storage-error.ts';
import { createStorage } from '#client/storage/storage.ts';
import type { UploadOptions } from '#client/storage/transfer/upload-options.ts';
import { startUpload } from '#client/storage/upload.ts';
import { type StorageErrorCode, storageErrors } from '#contract/storage-errors.ts';
import { type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import type { Fault } from '#tests/support/client/fault-proxy.ts';
import { throughProxy } from '#tests/support/client/through-proxy.ts';
import { limitQuota } from '#tests/support/database/limit-quota.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const bucket = 'keepsake';
const appCheckKey = 'a-key-of-the-operator';
const retry = { firstDelayMs: 5, limitMs: 100 };
const noToken = '0198c0de-0000-7000-8000-000000000000';

describe('every code of the storage client', () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await startServer({ env: { APP_CHECK_KEY: appCheckKey } });
    person = await signUp(server);
  });

  /** How each code comes about: what happens has to throw it. */
  const ways: Record<StorageErrorCode, () => unknown> = {
    unknown: () => uploadAgainst({ kind: 'answer', status: 418 }),
    canceled: () => {
      const task = startUpload(person.server, source(1_000_000));
      task.cancel();
      return task.done;
    },
    'cannot-slice-blob': async () => {
      const folder = await mkdtemp(join(tmpdir(), 'keepsake-blob-'));
      try {
        const path = join(folder, 'changing');
        await writeFile(path, bytes(1_000_000));
        const body = await openAsBlob(path);
        await appendFile(path, 'more');
        await startUpload(person.server, { name: 'changing', body, folderId: null }, { retry }).done;
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    'invalid-argument': () => storage().list({ maxResults: 1001 }),
    'app-deleted': () => {
      const closed = storage();
      closed.close();
      return closed.metadata('a.txt');
    },
    'invalid-root-operation': () => storage().metadata('/'),
    'invalid-format': () => storage().putString('a.txt', '***', 'base64'),
    'internal-error': () => uploadAgainst({ kind: 'answer', status: 507, body: '{}' }),
    'invalid-default-bucket': () => createStorage(person.server, { bucket: 'another' }),
    'invalid-url': () => storage().refFromUrl('https://elsewhere.example/api/objects/a.txt'),
    'retry-limit-exceeded': () => uploadAgainst({ kind: 'answer', status: 503 }),
    'unsupported-environment': () => {
      vi.stubGlobal('WebAssembly', undefined);
      return startUpload(person.server, source(10), { digest: digestAsSent }).done;
    },
    'server-file-wrong-size': () => uploadAgainst({ kind: 'headers', headers: { 'upload-offset': '11' } }),
    'no-download-url': () => storage().revokeToken(noToken),
    'no-default-bucket': () => createStorage(person.server, {}),
    unauthenticated: () => startUpload(visit(server).server, source(10)).done,
    'unauthorized-app': async () => {
      const { token } = await person.api.appPasswords.create({ name: 'A program' });
      await createStorage(programServer({ baseUrl: server.baseUrl, token }), { bucket }).list();
    },
    'quota-exceeded': async () => {
      const small = await signUp(server);
      // The account's own row comes with its first file.
      await startUpload(small.server, source(1)).done;
      await limitQuota(server, small, 100);
      await startUpload(small.server, source(100)).done;
    },
    unauthorized: () => {
      const foreign = { ...person.server.headers, origin: 'https://elsewhere.example' };
      const fetchForeign: typeof person.fetch = (url, init = {}) =>
        person.fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...foreign } });
      return startUpload({ ...person.server, fetch: fetchForeign }, source(10)).done;
    },
    'object-not-found': () => storage().metadata('nothing/here.txt'),
  };

  test.each(Object.keys(storageErrors) as StorageErrorCode[])('%s', async (code) => {
    const error = await thrownBy(ways[code]);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ code, name: 'StorageError' });
    expect((error as StorageError).message).toMatch(/^[A-Z].*\.$/);
  });

  test('the sentence is the one that the server gave', async () => {
    const error = await thrownBy(() => startUpload(person.server, { ...source(1), name: 'a/b' }).done);
    expect(error).toMatchObject({ code: 'unknown', status: 400, serverCode: 'name-has-slash' });
    expect((error as StorageError).message).toBe('A name cannot contain a slash.');
  });

  test.each([0, -1, 1.5, 1001, Number.NaN])('a page of %d is refused', async (maxResults) => {
    await expect(storage().list({ maxResults })).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  function storage() {
    return createStorage(person.server, { bucket, retry });
  }

  async function uploadAgainst(fault: Fault, options: UploadOptions = { retry }) {
    const proxied = await throughProxy(person, () => fault);
    await startUpload(proxied.server, source(10), options).done;
  }
});

function source(size: number) {
  return { name: `${size}.bin`, body: bytes(size), folderId: null };
}

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
}
