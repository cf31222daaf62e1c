import { chmod, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { blobFiles } from '#tests/support/database/blob-files.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { isOnS3, storageOf } from '#tests/support/engines/storage.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { bareSettings } from '#tests/support/server/bare-settings.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

describe('a data folder', () => {
  test('is used by one server at a time', async () => {
    const server = await startServer();
    const { code, output } = await runServer({ ...(await bareSettings()), KEEPSAKE_DATA: server.dataFolder });
    expect(code).not.toBe(0);
    expect(output).toMatch(/^The data folder .* is in use by another Keepsake/);
  });

  test('is not made of a folder with other things in it', async () => {
    const { KEEPSAKE_DATA, ...others } = await bareSettings();
    await writeFile(join(KEEPSAKE_DATA, 'letter.txt'), 'Dear all');
    await chmod(KEEPSAKE_DATA, 0o755);
    const { code, output } = await runServer({ ...others, KEEPSAKE_DATA });
    expect(code).not.toBe(0);
    expect(output).toMatch(/contains other files/);
    expect((await stat(KEEPSAKE_DATA)).mode & 0o777).toBe(0o755);
  });

  test('meets no database but its own: nothing is removed as garbage', async () => {
    const server = await startServer({ env: { REMOVAL_DELAY_SECONDS: '0' } });
    const person = await signUp(server);
    const file = await uploadFile(person, { name: 'old.bin', body: bytes(100_000) });
    await server.stop();
    // Old enough to be removed as garbage.
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
      const place = await bareSettings();
      const own: Record<string, string> = {
        ...place,
        ...(await databaseSettings()),
        ...storageOf(place.KEEPSAKE_DATA).settings,
      };
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
