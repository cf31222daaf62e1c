/** What a command does, and says that it did, when a part of it fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { mkdir, open, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { commandLine } from '#tests/support/client/command-line.ts';
import type { Passing, Plan } from '#tests/support/client/fault-proxy.ts';
import { throughProxy } from '#tests/support/client/through-proxy.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
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
  await symlink('nowhere', join(cli.folder, 'link'));
  const refused = [
    [alps, zoo],
    ['Alps', 'Zoo'],
    ['Alps', 'Zoo', 'link'],
  ];
  for (const args of refused) {
    const { code, stderr } = await cli.run(['put', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Name the destination with --to; / is Root.')]);
  }
  expect((await person.api.folders.children({ id: 'root' })).folders).toEqual([]);

  expect(await cli.json('put', alps, zoo, '--to', 'Trips')).toMatchObject({ sent: 2, failed: [] });
  expect(await cli.json('ls', 'Trips')).toMatchObject({ folders: ['Alps', 'Zoo'] });
  expect((await cli.run(['put', 'Alps', '--to', '/'])).stdout).toMatch(/^1 uploaded, 0 already on the server, /);
  const { stdout } = await cli.run(['put', 'Alps', '--to', 'Zoo']);
  expect(stdout).toMatch(/^1 uploaded to Zoo, 0 already on the server, /);
  // The server has those folders now, as when `put *` is repeated.
  expect((await cli.run(['put', 'Alps', 'Zoo'])).code).toBe(2);
});

test('what a person cannot have meant is refused before anything is asked or sent', async () => {
  const cli = await behind();
  await writeFile(join(cli.folder, 'sheet.txt'), 'sheet');
  await cli.json('put', 'sheet.txt', '--to', 'Sheets');
  const before = cli.passed.length;
  for (const [args, said] of [
    [['put', ''], 'A path is empty. '],
    [['put', 'sheet.txt', ''], 'A path is empty. '],
    [['get', ''], 'A path is empty. '],
    [['get', 'Sheets/sheet.txt', ''], 'A path is empty. '],
    [['put', 'sheet.txt', '--to', ''], '--to is empty.'],
    [['login', 'http://127.0.0.1:1', '--email', 'ada@example.org', '--folder', ''], '--folder is empty.'],
    [
      ['login', 'localhost:1', '--email', 'ada@example.org'],
      'Name the address of your server, beginning with https://',
    ],
    [['undo', 'sheet.txt'], '"sheet.txt" is no operation id: put, rm and undo print them.'],
    [['login', cli.baseUrl, '--token', token, '--read-only'], '--read-only is for a new app password, '],
    [['login', cli.baseUrl, '--token', token, '--folder', 'Sheets'], '--folder is for a new app password, '],
    [['login', cli.baseUrl, '--email', 'ada@example.org', '--days', '99999999999'], '--days takes a whole number '],
    [['login', cli.baseUrl, '--email', 'ada@example.org', '--days', '1e3'], '--days takes a whole number '],
    [['ls', 'Sheets/..'], '"Sheets/.." has a "..": name a path from Root'],
    [['get', '../sheet.txt'], '"../sheet.txt" has a "..": name a path from Root'],
    [['rm', 'Sheets/../Sheets'], 'has a "..": name a path from Root'],
    [['put', 'sheet.txt', '../elsewhere'], '"../elsewhere" has a "..": name a path from Root'],
    [['put', 'sheet.txt', '--to', '..'], '".." has a "..": name a path from Root'],
  ] as const) {
    const { code, stderr } = await cli.run([...args], 'a password\n');
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(said)]);
  }
  expect(cli.passed.length).toBe(before);
});

test('an app password that is not accepted, and a folder that is not there, are named', async () => {
  const cli = await behind();
  await writeFile(join(cli.folder, 'named.txt'), 'named');
  await cli.json('put', 'named.txt', '--to', 'Named');
  const refused = await cli.run(['login', cli.baseUrl, '--token', 'keep_wrong']);
  expect(refused).toEqual({ code: 3, stdout: '', stderr: `${cli.baseUrl} does not accept this app password.\n` });
  const { stderr } = await cli.run(['get', 'Named/named.txt', 'nowhere/named.txt']);
  expect(stderr).toBe('nowhere/named.txt: nowhere does not exist.\n');
  for (const args of [['ls'], ['get'], ['get', '--zip'], ['rm']])
    expect(await cli.run([...args, 'Named/nothing'])).toEqual({
      code: 4,
      stdout: '',
      stderr: 'The server has no file or folder "Named/nothing".\n',
    });
});

test('a configuration that cannot be used is not said to be none', async () => {
  const cli = await behind();
  await writeFile(cli.configFile, '{"baseUrl":');
  const damaged = await cli.run(['ls']);
  expect(damaged).toMatchObject({ code: 3, stderr: expect.stringContaining(`${cli.configFile} is damaged. Run `) });
  await rm(cli.configFile);
  await mkdir(cli.configFile);
  expect(await cli.run(['ls'])).toMatchObject({ code: 1, stderr: expect.stringContaining(cli.configFile) });
});

test('put reads no file any further that the server has refused', async () => {
  const body = JSON.stringify({ code: 'quota-exceeded', message: 'The account has no space left.' });
  const cli = await behind(({ method, path }) =>
    method === 'POST' && path.startsWith('/api/uploads') ? { kind: 'answer', status: 402, body } : undefined,
  );
  await mkdir(join(cli.folder, 'films'));
  for (let i = 0; i < 5; i += 1) {
    const film = await open(join(cli.folder, 'films', `${i}.mp4`), 'w');
    // Without a byte on the disk, and more than can be read in hours.
    await film.truncate(8e12 + i);
    await film.close();
  }
  const { code, stdout } = await cli.run(['put', 'films']);
  expect([code, stdout]).toEqual([5, '0 uploaded, 0 already on the server, 0 unchanged, 5 failed\n']);
});

test('put counts a file that grew before it was sent as it is then', async () => {
  let path: string | undefined;
  const cli = await behind(({ path: asked }) => {
    // What is there is listed after the files were found, and before they are sent.
    if (path !== undefined && asked.startsWith('/api/objects?')) appendFileSync(path, ' and more');
    path = undefined;
    return undefined;
  });
  path = join(cli.folder, 'log.txt');
  await writeFile(path, 'a line');
  expect(await cli.json('put', 'log.txt')).toMatchObject({ sent: 1, bytes: 'a line and more'.length, failed: [] });
});

test('put and get begin no further file once the server is away, and say what they did', async () => {
  const files = Array.from({ length: 10 }, (_, i) => `${i}.bin`);
  let isAway = true;
  const isLarge = ({ headers }: Passing) => Number(headers['upload-length']) === 300_000;
  const isContent = ({ path }: Passing) => path.startsWith('/content/');
  const cli = await behind((passing) =>
    isAway && (isLarge(passing) || isContent(passing)) ? { kind: 'answer', status: 503 } : undefined,
  );
  await mkdir(join(cli.folder, 'away'));
  await writeFile(join(cli.folder, 'away', 'small.txt'), 'small');
  for (const name of files) await writeFile(join(cli.folder, 'away', name), bytes(300_000, name));

  const put = await cli.run(['put', 'away', '--json', '--wait', '0']);
  const sent = JSON.parse(put.stdout) as { failed: { path: string; error: string }[] };
  expect([put.code, sent]).toMatchObject([6, { sent: 1, operationIds: [expect.any(String)] }]);
  expect(sent.failed.map(({ path }) => path).toSorted()).toEqual(
    ['/', ...files.map((name) => join(cli.folder, 'away', name))].toSorted(),
  );
  expect(sent.failed.filter(({ error }) => error.startsWith('It was not sent. '))).toHaveLength(files.length - 4);
  expect(sent.failed.at(-1)?.error).toMatch(/^It could not be checked whether all files are there\. /);
  expect(cli.passed.filter(isLarge)).toHaveLength(4);

  isAway = false;
  await cli.json('put', 'away');
  isAway = true;
  const get = await cli.run(['get', 'away', 'back', '--json', '--wait', '0']);
  expect(get.code).toBe(6);
  const unfetched = JSON.parse(get.stdout) as { failed: { error: string }[] };
  expect(unfetched).toMatchObject({ fetched: 0, unchanged: 0 });
  expect(unfetched.failed).toHaveLength(files.length + 1);
  // The small one is first.
  expect(unfetched.failed.filter(({ error }) => error.startsWith('It was not downloaded. '))).toHaveLength(
    files.length,
  );
  expect(cli.passed.filter(isContent)).toHaveLength(1);
});

test('put says what it did when it cannot be checked whether all files are there', async () => {
  let listed = 0;
  const cli = await behind(({ path }) =>
    path.startsWith('/api/objects?') && (listed += 1) > 1 ? { kind: 'answer', status: 503 } : undefined,
  );
  await writeFile(join(cli.folder, 'unchecked.txt'), 'unchecked');
  const { code, stdout } = await cli.run(['put', 'unchecked.txt', 'Checked', '--json', '--wait', '0']);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    6,
    { sent: 1, failed: [{ path: '/Checked' }], operationIds: [expect.any(String)] },
  ]);
});

test('undo says what it undid before something could not be undone', async () => {
  const cli = await behind();
  const ids: string[] = [];
  for (const name of ['one.txt', 'two.txt', 'three.txt']) {
    await writeFile(join(cli.folder, name), name);
    const { operationIds } = await cli.json('put', name, 'Undoing');
    ids.push(...(operationIds as string[]));
  }
  const [, two = ''] = ids;
  await cli.json('undo', two);
  const { code, stdout, stderr } = await cli.run(['undo', ...ids]);
  expect([code, stdout, stderr]).toEqual([
    4,
    expect.stringMatching(/^1 undone\.\nTo undo it: keepsake undo [0-9a-f-]{36}\n$/),
    expect.stringMatching(new RegExp(`^${two}: There is nothing to undo`)),
  ]);
  const redo = stdout.trim().split(' ').at(-1) ?? '';
  const again = await cli.run(['undo', two, redo, '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ undone: [redo], failed: [{ operationId: two }] });
});

test('undo says where something is now whose place was taken, or whose folder is gone', async () => {
  const cli = await behind();
  await writeFile(join(cli.folder, 'note.txt'), 'note');
  const ids: string[] = [];
  for (const to of ['Letters/Kept', 'Letters/Gone']) {
    await cli.json('put', 'note.txt', '--to', to);
    ids.push((await cli.json('rm', `${to}/note.txt`))['operationId'] as string);
  }
  await cli.json('put', 'note.txt', '--to', 'Letters/Kept');
  await cli.json('rm', 'Letters/Gone');
  const { code, stdout } = await cli.run(['undo', ...ids]);
  const [, root, kept] = stdout.split('\n');
  expect([code, root, kept]).toEqual([
    0,
    'Not where it was, which is gone or taken: /note.txt',
    expect.stringMatching(/^Not where it was, which is gone or taken: \/Letters\/Kept\/note \(.+\)\.txt$/),
  ]);
});

test('an app password that cannot be saved is not left over', async () => {
  const cli = await commandLine();
  // A file in the place of the folder of the configuration.
  await writeFile(join(cli.folder, 'config'), '');
  // That one was used just before is recorded a little later.
  const ids = async () => (await person.api.appPasswords.list()).map(({ id }) => id);
  const before = await ids();
  const login = ['login', server.baseUrl, '--email', person.email];
  const { code, stderr } = await cli.run(login, `${person.password}\n`);
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is a file where a folder in ')]);
  expect(await ids()).toEqual(before);
  await expect(person.api.account.sessions.list()).resolves.toHaveLength(1);
});

test('a folder in the place of a file is named before anything is downloaded', async () => {
  const cli = await behind();
  await mkdir(join(cli.folder, 'placed'));
  await writeFile(join(cli.folder, 'placed', 'note.txt'), 'note');
  await cli.json('put', 'placed');
  await mkdir(join(cli.folder, 'here', 'placed', 'note.txt'), { recursive: true });
  await mkdir(join(cli.folder, 'here', 'placed.zip'));
  const said = (path: string) => [1, expect.stringContaining(`There is a folder where the file ${path} should be.`)];
  const file = await cli.run(['get', 'placed', 'here']);
  expect([file.code, file.stderr]).toEqual(said('here/placed/note.txt'));
  const zip = await cli.run(['get', '--zip', 'placed', 'here']);
  expect([zip.code, zip.stderr]).toEqual(said('here/placed.zip'));
  expect(cli.passed.filter(({ path }) => path.startsWith('/content/') || path.endsWith('/archive'))).toEqual([]);
});

test('a command that Ctrl-C ends tells the shell so', async () => {
  let isAway = false;
  const cli = await behind(() => (isAway ? { kind: 'answer', status: 503 } : undefined));
  isAway = true;
  const before = cli.passed.length;
  const child = start(cli.folder, ['ls']);
  const ended = once(child, 'exit');
  await waitFor(() => cli.passed.length > before, { what: 'a request' });
  // As a terminal does: to all processes of the command.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
});

test.each([['ls'], ['--help']])('keepsake %s says nothing when nobody reads its output any more', async (command) => {
  const cli = await behind();
  const child = start(cli.folder, [command]);
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([said, code]).toEqual(['', 0]);
});

/** Starts `keepsake` as a shell does: in a group of processes of its own. */
function start(folder: string, args: string[]) {
  return spawn(process.execPath, [join(projectFolder, 'client/cli/keepsake.mjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: join(folder, 'config') },
    detached: true,
  });
}
