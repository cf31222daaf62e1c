import { chmod, mkdtemp, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFiles } from '#tests/support/database/blob-files.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { isOnS3, storageOf } from '#tests/support/engines/storage.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

describe('a bad setting ends the server with a sentence about it', () => {
  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/keepsake'],
    ['DATABASE_URL', 'nonsense'],
    ['SMTP_URL', 'localhost:25'],
    ['STORAGE_URL', 'https://bucket.example.org'],
    ['STORAGE_URL', 's3://bucket/files?colour=red'],
    ['STORAGE_REDIRECT', 'maybe'],
    ['SECRET', 'short'],
    ['SIGN_UP', 'maybe'],
    ['APP_CHECK_KEY', 'two words'],
    ['PUBLIC_URL', 'keepsake.example.org'],
    ['TRUSTED_PROXIES', 'everyone'],
    ['SILENCE_SECONDS', '0'],
    ['SILENCE_SECONDS', 'long'],
  ])('%s=%s', async (name, value) => {
    const { code, output } = await runServer({ ...(await settings()), [name]: value });
    expect(code).not.toBe(0);
    expect(output).toContain(name);
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  test('a port that is taken', async () => {
    const server = await startServer();
    const { code, output } = await runServer({ ...(await settings()), PORT: String(server.port) });
    expect(code).not.toBe(0);
    expect(output).toContain(String(server.port));
  });

  test('a data folder that cannot be one', async () => {
    const { KEEPSAKE_DATA } = await settings();
    const file = join(KEEPSAKE_DATA, 'file');
    await writeFile(file, '');
    const { code, output } = await runServer({ ...(await settings()), KEEPSAKE_DATA: file });
    expect(code).not.toBe(0);
    expect(output).toContain('KEEPSAKE_DATA');
  });
});

describe('a data folder', () => {
  test('is used by one server at a time', async () => {
    const server = await startServer();
    const { code, output } = await runServer({ ...(await settings()), KEEPSAKE_DATA: server.dataFolder });
    expect(code).not.toBe(0);
    expect(output).toMatch(/^The data folder .* is in use by another Keepsake/);
  });

  test('is not made of a folder with other things in it', async () => {
    const { KEEPSAKE_DATA, ...others } = await settings();
    await writeFile(join(KEEPSAKE_DATA, 'letter.txt'), 'Dear all');
    await chmod(KEEPSAKE_DATA, 0o755);
    const { code, output } = await runServer({ ...others, KEEPSAKE_DATA });
    expect(code).not.toBe(0);
    expect(output).toMatch(/holds other things/);
    expect((await stat(KEEPSAKE_DATA)).mode & 0o777).toBe(0o755);
  });

  test('meets no database but its own: nothing is removed as rubbish', async () => {
    const server = await startServer();
    const person = await signUp(server);
    const file = await uploadFile(person, { name: 'old.bin', body: bytes(100_000) });
    await server.stop();
    // Old enough to be removed as rubbish.
    for (const blob of isOnS3() ? [] : await blobFiles(server.dataFolder)) await utimes(blob, 1, 1);
    const elsewhere = await emptyDatabase(server);
    const place = { KEEPSAKE_DATA: server.dataFolder, ...storageOf(server.dataFolder).settings };
    const { code, output } = await runServer({ ...elsewhere.settings, PORT: '0', ...place });
    expect(code).not.toBe(0);
    expect(output).toMatch(/do not belong together/);
    await elsewhere.putBack();
    await server.restart();
    expect(sha256(await (await person.fetch(file.url)).arrayBuffer())).toBe(sha256(bytes(100_000)));
  });

  test('can be killed at any moment of its first start', async () => {
    for (const delayMs of [80, 160, 240, 320, 400, 480, 560, 640]) {
      const place = await settings();
      const own: Settings = { ...place, ...(await databaseSettings()), ...storageOf(place.KEEPSAKE_DATA).settings };
      await runServer(own, { killAfterMs: delayMs });
      const server = await startServer({
        dataFolder: own.KEEPSAKE_DATA,
        env: own.DATABASE_URL ? { DATABASE_URL: own.DATABASE_URL } : {},
      });
      expect(await signUp(server)).toHaveProperty('uid');
      await server.stop();
    }
  });
});

/** Makes the server find a database of its kind that is new, and brings the old one back. */
async function emptyDatabase({ dataFolder, databaseUrl }: TestServer) {
  if (databaseUrl !== undefined) {
    return { settings: { PATH: process.env.PATH ?? '', ...(await databaseSettings()) }, putBack: async () => {} };
  }
  const [from, to] = [join(dataFolder, 'keepsake.db'), join(dataFolder, 'aside.db')];
  await rename(from, to);
  return {
    settings: { PATH: process.env.PATH ?? '' },
    async putBack() {
      for (const ending of ['', '-wal', '-shm']) await rm(`${from}${ending}`, { force: true });
      await rename(to, from);
    },
  };
}

async function databaseSettings(): Promise<Record<string, string>> {
  const url = await freshDatabase();
  return url === undefined ? {} : { DATABASE_URL: url };
}

type Settings = Record<'PATH' | 'PORT' | 'KEEPSAKE_DATA', string> & Record<string, string>;

async function settings(): Promise<Settings> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-settings-'));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  return { PATH: process.env.PATH ?? '', PORT: '0', KEEPSAKE_DATA: folder };
}
