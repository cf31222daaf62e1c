import { chown, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { operate, operateAsTyped } from '#tests/support/server/operator.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

describe('a mistake of the operator is answered with a sentence', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    server = await startServer();
    await signUp(server);
    folder = await mkdtemp(join(tmpdir(), 'keepsake-refusals-'));
    atEndOfFile(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'file'), 'x');
  });

  test.each([
    [['doctor', 'foo'], 2, 'doctor takes no folder: it checks the installation of the settings.\n'],
    [['backup', '--deep'], 2, "Unknown option '--deep'.\n"],
    [['doctor', '--bogus'], 2, "Unknown option '--bogus'.\n"],
    [['backup'], 2, 'backup takes one folder.\n'],
    [['backup', ''], 2, 'backup takes one folder.\n'],
    [['migrate', '--undo', '--incomplete'], 2, 'migrate --undo takes no place and no other option.\n'],
    [['migrate', '--to', 'mysql://host/x'], 2, expect.stringMatching(/^migrate takes --to and an empty folder, or /)],
  ])('keepsake %j', async (args, code, stderr) => {
    expect(await operateAsTyped(server, args)).toEqual({ code, stdout: '', stderr });
  });

  test.each(['backup', 'export'])('%s onto a file', async (command) => {
    const file = join(folder, 'file');
    const said = expect.stringContaining(file);
    expect(await operate(server, [command, file])).toEqual({ code: 1, stdout: '', stderr: said });
  });

  test('migrate to a folder with other files', async () => {
    const said = `The folder ${folder} contains other files, or cannot be used: name an empty one that this user may write to.\n`;
    expect(await operate(server, ['migrate', '--to', folder])).toEqual({ code: 1, stdout: '', stderr: said });
  });

  test('nothing else is written into the data folder, or among backups', async () => {
    const backups = join(folder, 'backups');
    expect(await operate(server, ['backup', backups])).toMatchObject({ code: 0 });
    await symlink(server.dataFolder, join(folder, 'link'));
    const inside = join(backups, 'ada');
    const elsewhere = { dataFolder: inside, databaseUrl: undefined };
    for (const [who, args, said] of [
      [server, ['export', join(server.dataFolder, 'ada')], 'is in the data folder'],
      [server, ['export', join(folder, 'link', 'ada')], 'is in the data folder'],
      [server, ['backup', join(server.dataFolder, 'backups')], 'is in the data folder'],
      [server, ['migrate', '--to', join(server.dataFolder, 'new')], 'is in the data folder'],
      [server, ['export', inside], `is in ${backups}, a folder of backups`],
      [server, ['backup', inside], `is in ${backups}, a folder of backups`],
      [server, ['migrate', '--to', inside], `is in ${backups}, a folder of backups`],
      [elsewhere, ['restore', backups], `is in ${backups}, a folder of backups`],
    ] as const)
      expect([args, await operate(who, [...args])]).toEqual([
        args,
        { code: 1, stdout: '', stderr: expect.stringContaining(said) },
      ]);
    expect(await operate(server, ['verify-backup', backups])).toMatchObject({ code: 0 });
  });

  test.runIf(process.geteuid?.() === 0)(
    'as root where the server is not, which could not open what root makes',
    async () => {
      const lock = join(server.dataFolder, 'lock');
      await chown(lock, 65_534, 65_534);
      expect(await operate(server, ['backup', join(folder, 'of root')])).toEqual({
        code: 1,
        stdout: '',
        stderr: `The server of ${server.dataFolder} is run by the user with the number 65534: run this command as that user, for example by sudo -u '#65534'.\n`,
      });
      await chown(lock, 0, 0);
    },
  );

  test('where a migration was not finished', async () => {
    await server.stop();
    await query(
      server,
      `insert into installation_migrations (id, from_id, state, place, at) values ('a', 'b', 'coming', '/srv/old', 1)`,
    );
    for (const args of [['doctor'], ['doctor', '--fix'], ['backup', join(folder, 'b')], ['export', join(folder, 'e')]])
      expect([args, await operate(server, args)]).toEqual([
        args,
        {
          code: 1,
          stdout: '',
          stderr:
            'The migration from /srv/old was not finished: run the same `keepsake migrate` again where it was run before.\n',
        },
      ]);
  });
});
