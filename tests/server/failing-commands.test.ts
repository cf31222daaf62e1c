/** What a command does, and says that it did, when a part of it fails. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { commandLine } from '#tests/support/client/command-line.ts';
import type { Plan } from '#tests/support/client/fault-proxy.ts';
import { throughProxy } from '#tests/support/client/through-proxy.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
let person: Person;
let token: string;
beforeAll(async () => {
  server = await sharedServer();
  person = await signUp(server);
  ({ token } = await person.api.appPasswords.create({ name: 'failing' }));
});

/** The command line behind a proxy that follows a plan. */
async function behind(plan?: Plan) {
  const [cli, proxy] = await Promise.all([commandLine(), throughProxy(person, plan)]);
  const { code, stderr } = await cli.run(['login', proxy.baseUrl, '--token', token]);
  if (code !== 0) throw new Error(stderr);
  return { ...cli, ...proxy };
}

test('put takes no local folder for a new destination, unless --to says so', async () => {
  const cli = await behind();
  for (const name of ['Alps', 'Zoo']) {
    await mkdir(join(cli.folder, name));
    await writeFile(join(cli.folder, name, 'photo.jpg'), name);
  }
  const [alps, zoo] = [join(cli.folder, 'Alps'), join(cli.folder, 'Zoo')];
  for (const args of [
    [alps, zoo],
    ['Alps', 'Zoo'],
  ]) {
    const { code, stderr } = await cli.run(['put', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name the destination with --to; / is Root.')]);
  }
  expect((await person.api.folders.children({ id: 'root' })).folders).toEqual([]);

  expect(await cli.json('put', alps, zoo, '--to', 'Trips')).toMatchObject({ sent: 2, failed: [] });
  expect(await cli.json('ls', 'Trips')).toMatchObject({ folders: ['Alps', 'Zoo'] });
  expect(await cli.json('put', 'Alps', '--to', 'Zoo')).toMatchObject({ failed: [] });
  // The server has that folder now.
  expect(await cli.json('put', 'Alps', 'Zoo')).toMatchObject({ unchanged: 1 });
});
