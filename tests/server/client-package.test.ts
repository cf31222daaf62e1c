import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { ownFolder } from '#tests/support/server/operator.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

const run = promisify(execFile);

describe('the package of the command line, installed in an empty folder', () => {
  let server: SharedServer;
  let person: Person;
  let folder: string;
  beforeAll(async () => {
    server = await sharedServer();
    person = await signUp(server);
    folder = await ownFolder('package');
    await run('npm', ['pack', join(projectFolder, 'client/cli/package'), '--pack-destination', folder]);
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, join(folder, tarball)]);
  });

  const keepsake = async (...args: string[]) =>
    await run(join(folder, 'node_modules/.bin/keepsake'), args, {
      cwd: folder,
      env: {
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        XDG_CONFIG_HOME: join(folder, 'config'),
      },
    });

  test('has no dependency, and the version of the project', async () => {
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.bin', '.package-lock.json', 'keepsake-client']);
    const [own, project] = await Promise.all(
      [join(folder, 'node_modules/keepsake-client'), projectFolder].map(
        async (path) => JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as { version: string },
      ),
    );
    expect(own?.version).toBe(project?.version);
  });

  test('uploads, lists, downloads and removes', async () => {
    const { token } = await person.api.appPasswords.create({ name: 'package' });
    await keepsake('login', server.baseUrl, '--token', token);
    const body = bytes(3_000_000, 'package');
    await writeFile(join(folder, 'photo.raw'), body);
    expect((await keepsake('put', 'photo.raw', 'Trips')).stdout).toMatch(
      /^1 uploaded to Trips, 0 already on the server, 0 unchanged, 0 failed\nTo undo it: keepsake undo [0-9a-f-]{36}\n$/,
    );
    expect((await keepsake('ls', 'Trips')).stdout).toContain('photo.raw');
    await keepsake('get', 'Trips/photo.raw', 'back.raw');
    expect((await readFile(join(folder, 'back.raw'))).equals(body)).toBe(true);
    await keepsake('rm', 'Trips');
    await expect(keepsake('ls', 'Trips')).rejects.toMatchObject({ code: 4 });
  });

  test('lists its commands, and none of the operator', async () => {
    const { stdout } = await keepsake('--help');
    expect(stdout).toContain('keepsake put');
    expect(stdout).not.toContain('keepsake doctor');
  });
});
