import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { environmentOf, type Installation, operate, ownFolder } from '#tests/support/server/operator.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

/** What was done to an installation, the sentence that has to say so, and whether it is a database of its own. */
const wrongs: [string, RegExp, (installation: Installation) => Promise<Installation>][] = [
  [
    'the mark of the files is gone',
    /lost their mark/,
    async (server) => {
      await rm(join(server.dataFolder, 'blobs', '.installation'));
      return server;
    },
  ],
  [
    'the files are those of another instance',
    /do not belong together/,
    async (server) => {
      const other = await copyOf(await installationThatEnded('a clean stop'));
      await rm(join(server.dataFolder, 'blobs'), { recursive: true });
      await cp(join(other.dataFolder, 'blobs'), join(server.dataFolder, 'blobs'), { recursive: true });
      return server;
    },
  ],
  [
    'a newer version wrote the data',
    /newer Keepsake/,
    async (server) => {
      await query(server, `insert into kysely_migration (name, timestamp) values ('999-future', '2030-01-01')`);
      return server;
    },
  ],
  [
    'another Keepsake made the tables, whose steps have the same names',
    /Step 003-objects-and-access of the database differs/,
    async (server) => {
      await query(server, `update kysely_migration set checksum = 'other' where name = '003-objects-and-access'`);
      return server;
    },
  ],
  [
    'the volume of the files is not mounted',
    /mount the volume/,
    async (server) => {
      await rm(join(server.dataFolder, 'blobs'), { recursive: true });
      await mkdir(join(server.dataFolder, 'blobs'));
      return server;
    },
  ],
  [
    'the whole data folder is not mounted, or its database is gone',
    /mount the volume|do not belong together/,
    async (server) => {
      if (server.databaseUrl !== undefined) return { ...server, dataFolder: await ownFolder('unmounted') };
      for (const ending of ['', '-wal', '-shm'])
        await rm(join(server.dataFolder, `keepsake.db${ending}`), { force: true });
      return server;
    },
  ],
  [
    'the database is a new one',
    /do not belong together/,
    async (server) => {
      const databaseUrl = await freshDatabase();
      if (databaseUrl === undefined) {
        const aside = await ownFolder('aside');
        for (const ending of ['', '-wal', '-shm']) {
          const file = join(server.dataFolder, `keepsake.db${ending}`);
          await rename(file, join(aside, `keepsake.db${ending}`)).catch(() => {});
        }
      }
      return { dataFolder: server.dataFolder, databaseUrl };
    },
  ],
  [
    'a restore was not finished',
    /was not finished/,
    async (server) => {
      await writeFile(join(server.dataFolder, 'restoring'), '{}');
      return server;
    },
  ],
];

describe.each(['a clean stop', 'a kill'])('after %s a start is refused and changes not one byte', (how) => {
  let ended: Installation;
  beforeAll(async () => {
    ended = await installationThatEnded(how);
  });

  test.each(wrongs)('when %s', async (_what, sentence, doWrong) => {
    const { dataFolder, databaseUrl } = await doWrong(await copyOf(ended));
    const installation = { dataFolder, databaseUrl };
    const before = [await fingerprint(dataFolder), await databaseOf(installation)];
    const { code, output } = await runServer(environmentOf(installation));
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(sentence)]);
    expect(output.trim().split('\n')).toHaveLength(1);
    // What is nobody's in one database may be everything in another.
    if (output.includes('do not belong together'))
      expect(await operate(installation, ['doctor', '--fix'])).toMatchObject({ code: 1, stdout: '' });
    expect([await fingerprint(dataFolder), await databaseOf(installation)]).toEqual(before);
  });
});

test('a data folder that was moved as a whole is started', async () => {
  const server = await startServer();
  const person = await signUp(server);
  const file = await uploadFile(person, { name: 'moved.bin', body: bytes(100_000) });
  await server.stop();
  const dataFolder = join(await ownFolder('moved'), 'data');
  await cp(server.dataFolder, dataFolder, { recursive: true });
  const moved = await startServer({
    dataFolder,
    env: server.databaseUrl === undefined ? {} : { DATABASE_URL: server.databaseUrl },
  });
  const response = await fetch(new URL(file.url, moved.baseUrl), { headers: { cookie: person.cookie } });
  expect(sha256(await response.arrayBuffer())).toBe(sha256(bytes(100_000)));
});

async function installationThatEnded(how: string): Promise<Installation> {
  const server = await startServer();
  const person = await signUp(server);
  await uploadFile(person, { name: 'stored.bin', body: bytes(100_000) });
  await uploadFile(person, { name: 'small.txt', body: bytes(10) });
  if (how === 'a kill') await server.kill('SIGKILL');
  else await server.stop();
  return server;
}

/** Byte for byte, as it stands. */
async function copyOf({ dataFolder, databaseUrl }: Installation): Promise<Installation> {
  const folder = join(await ownFolder('copy'), 'data');
  await cp(dataFolder, folder, { recursive: true });
  return { dataFolder: folder, databaseUrl: databaseUrl && (await freshDatabase({ like: databaseUrl })) };
}

/** The tables and steps of a database elsewhere; the one in the folder is a part of its fingerprint. */
async function databaseOf(installation: Installation): Promise<unknown> {
  if (inject('database') === 'sqlite') return undefined;
  const tables = await query(
    installation,
    "select table_name, table_schema from information_schema.tables where table_schema = 'public' order by 1",
  );
  if (!tables.some(({ table_name }) => table_name === 'kysely_migration')) return tables;
  return [tables, await query(installation, 'select name, timestamp from kysely_migration order by name')];
}
