import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { commandLine } from '#tests/support/client/command-line.ts';
import { limitQuota } from '#tests/support/database/limit-quota.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { faultSetting } from '#tests/support/server/fault-settings.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

/** `npm run faults -- cli` takes 1,000. */
const mixedFiles = faultSetting('files', 150);

describe('keepsake at the command line', () => {
  let server: SharedServer;
  let person: Person;
  let cli: Awaited<ReturnType<typeof commandLine>>;
  beforeAll(async () => {
    server = await sharedServer();
    person = await signUp(server);
    cli = await commandLine();
  });

  test('every command needs a login; the exit code says so', async () => {
    const { code, stderr } = await cli.run(['ls']);
    expect([code, stderr]).toEqual([3, 'You are not logged in. Run `keepsake login <address>` first.\n']);
  });

  test('a command that is called with too little says so before it asks for a login', async () => {
    const { code, stderr } = await cli.run(['put']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^Usage: keepsake put <file or folder>… \[to\]\n/)]);
  });

  test.each([
    [['help', 'get'], 'get <path> [to]'],
    [['get', '--help'], 'get <path> [to]'],
    [['help', 'doctor'], 'doctor'],
  ])('keepsake %j tells of that command alone', async (args, call) => {
    const { code, stdout } = await cli.run(args);
    const calls = [...stdout.matchAll(/^ {2}keepsake (.+?)(?: {2}|$)/gm)].map(([, one]) => one);
    expect([code, calls]).toEqual([0, [call]]);
  });

  test('login saves an app password that only the person may read', async () => {
    const wrong = await cli.run(['login', server.baseUrl, '--email', person.email], 'not the password\n');
    expect(wrong.code).toBe(3);
    const { code, stderr } = await cli.run(
      ['login', server.baseUrl, '--email', person.email],
      `  ${person.password} \n`,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect((await stat(cli.configFile)).mode & 0o777).toBe(0o600);
    expect(await readFile(cli.configFile, 'utf8')).not.toContain(person.password);
    expect(await person.api.appPasswords.list()).toMatchObject([{ name: expect.stringMatching(/^keepsake on /) }]);
  });

  test(`${mixedFiles} mixed files are uploaded and downloaded unchanged; a second time nothing is sent`, async () => {
    const random = createRandom(1000);
    const expected = new Map<string, string>();
    for (let i = 0; i < mixedFiles; i += 1) {
      const depth = random.between(0, 3);
      const folders = Array.from({ length: depth }, () => random.pick('Sommer', 'a b', 'ü & 50%', '日本', "it's"));
      const path = join(...folders, `${i}${random.pick('.txt', '.jpg', '', ' (1).bin', '.tar.gz')}`);
      const body = bytes(i === 0 ? 3_000_000 : random.between(0, random.pick(0, 500, 5000, 300_000)), `${i}`);
      await mkdir(dirname(join(cli.folder, 'album', path)), { recursive: true });
      await writeFile(join(cli.folder, 'album', path), body);
      expected.set(path, sha256(body));
    }
    await mkdir(join(cli.folder, 'album', 'empty'));
    await mkdir(join(cli.folder, 'back'));

    const first = await cli.json('put', 'album', 'Stored/Here');
    expect(first).toMatchObject({ unchanged: 0, failed: [] });
    // Some have the same content, such as the empty ones: those are sent once.
    expect(Number(first['sent']) + Number(first['reused'])).toBe(mixedFiles);
    expect(first['sent']).toBeGreaterThanOrEqual(new Set(expected.values()).size);
    expect(await cli.json('put', 'album', 'Stored/Here')).toMatchObject({ sent: 0, reused: 0, unchanged: mixedFiles });
    expect(await cli.json('get', 'Stored/Here/album', 'back')).toMatchObject({ fetched: mixedFiles, failed: [] });
    expect(await treeOf(join(cli.folder, 'back', 'album'))).toEqual(expected);
    expect((await stat(join(cli.folder, 'back', 'album', 'empty'))).isDirectory()).toBe(true);
    expect(await cli.json('get', 'Stored/Here/album', 'back')).toMatchObject({ fetched: 0, unchanged: mixedFiles });
  });

  test('one changed file is sent alone, as the next version', async () => {
    await writeFile(join(cli.folder, 'one.txt'), 'first');
    await writeFile(join(cli.folder, 'two.txt'), 'other');
    await cli.json('put', 'one.txt', 'two.txt', '/');
    await writeFile(join(cli.folder, 'one.txt'), 'later');
    expect(await cli.json('put', 'one.txt', 'two.txt', '/')).toMatchObject({ sent: 1, unchanged: 1 });
    const { files } = await person.api.folders.children({ id: 'root' });
    expect(Object.fromEntries(files.map(({ name, version }) => [name, version]))).toEqual({
      'one.txt': 2,
      'two.txt': 1,
    });
  });

  test('what cannot be read, and links that lead elsewhere, are left out and named; the rest is sent', async () => {
    const folder = join(cli.folder, 'mixed');
    await mkdir(join(folder, 'inner'), { recursive: true });
    await writeFile(join(cli.folder, 'outside.txt'), 'outside');
    await writeFile(join(folder, 'stored.txt'), 'stored');
    await writeFile(join(folder, 'cafe\u0301.txt'), 'one');
    await writeFile(join(folder, 'caf\u00e9.txt'), 'other');
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff])]), 'no UTF-8');
    await symlink('nowhere', join(folder, 'broken'));
    await symlink('../../outside.txt', join(folder, 'inner', 'out'));
    await symlink('..', join(folder, 'inner', 'up'));
    await symlink('../stored.txt', join(folder, 'inner', 'again.txt'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const { code, stdout } = await cli.run(['put', 'mixed', 'Mixed', '--json']);
    const { failed, sent, reused } = JSON.parse(stdout) as { failed: { path: string }[]; sent: number; reused: number };
    expect([code, sent + reused]).toEqual([1, 3]);
    expect(failed.map(({ path }) => relative(folder, path)).toSorted()).toEqual(
      ['broken', 'f\ufffd', 'inner/out', 'inner/up', 'caf\u00e9.txt', 'pipe'].toSorted(),
    );
    expect(await cli.json('ls', 'Mixed/mixed/inner')).toMatchObject({ files: [{ name: 'again.txt', size: 6 }] });
  });

  test('a folder that cannot be created is named, and the others are sent and fetched', async () => {
    await writeFile(join(cli.folder, 'blocked'), 'a file');
    await cli.json('put', 'blocked', 'Taken/part');
    for (const folder of ['part/blocked/inner', 'part/open']) {
      await mkdir(join(cli.folder, folder), { recursive: true });
      await writeFile(join(cli.folder, folder, 'a.txt'), folder);
    }
    const put = await cli.run(['put', 'part', 'Taken', '--json']);
    const all = ['part/blocked', 'part/blocked/inner', 'part/blocked/inner/a.txt'].map((path) =>
      join(cli.folder, path),
    );
    expect([put.code, failedIn(put), JSON.parse(put.stdout)]).toMatchObject([1, all, { sent: 1 }]);

    await cli.json('put', 'part', 'Free');
    await mkdir(join(cli.folder, 'fetched', 'part'), { recursive: true });
    await writeFile(join(cli.folder, 'fetched', 'part', 'blocked'), 'a file');
    const got = await cli.run(['get', 'Free/part', 'fetched', '--json']);
    const inner = join('fetched', 'part', 'blocked', 'inner');
    expect([got.code, failedIn(got), JSON.parse(got.stdout)]).toMatchObject([1, [inner], { fetched: 1 }]);
  });

  test('a name is found in whatever normal form it is stored', async () => {
    const names = { stored: 'caf\u00e9.txt', here: 'cafe\u0301.txt' };
    for (const name of Object.values(names)) await writeFile(join(cli.folder, name), 'the same');
    await cli.json('put', names.stored, 'Forms');
    expect(await cli.json('put', names.here, 'Forms')).toMatchObject({ unchanged: 1, failed: [] });
  });

  test('content that the account has elsewhere is not sent', async () => {
    await writeFile(join(cli.folder, 'large.bin'), bytes(200_000, 'reused'));
    expect(await cli.json('put', 'large.bin')).toMatchObject({ sent: 1 });
    expect(await cli.json('put', 'large.bin', 'Again')).toMatchObject({ sent: 0, reused: 1, bytes: 0 });
  });

  test('get resumes an interrupted download', async () => {
    const body = bytes(500_000, 'part');
    await writeFile(join(cli.folder, 'part.bin'), body);
    await cli.json('put', 'part.bin');
    const { files } = await person.api.folders.children({ id: 'root' });
    const version = files.find(({ name }) => name === 'part.bin')?.url.split('/')[3];
    const target = join(cli.folder, 'fetched.bin');
    await writeFile(`${target}.${version}.part`, body.subarray(0, 400_000));
    expect(await cli.json('get', 'part.bin', 'fetched.bin')).toMatchObject({ fetched: 1 });
    expect(sha256(await readFile(target))).toBe(sha256(body));
  });

  test('ls lists folders and files; rm moves both to Trash', async () => {
    await mkdir(join(cli.folder, 'listed', 'inner'), { recursive: true });
    await writeFile(join(cli.folder, 'listed', 'a.txt'), 'four');
    await cli.json('put', 'listed');
    expect(await cli.json('ls', 'listed')).toMatchObject({ folders: ['inner'], files: [{ name: 'a.txt', size: 4 }] });
    expect((await cli.run(['ls', 'listed'])).stdout).toMatch(/ inner\/\n4 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}a\.txt\n$/);
    expect((await cli.run(['rm', 'listed/a.txt'])).code).toBe(0);
    expect((await cli.run(['rm', 'listed'])).code).toBe(0);
    expect((await cli.run(['ls', 'listed'])).code).toBe(4);
  });

  test('undo takes back what put and rm did, by the ids that they print', async () => {
    await writeFile(join(cli.folder, 'mistake.txt'), 'put by mistake');
    const { operationIds } = await cli.json('put', 'mistake.txt', 'Undone');
    const removed = await cli.run(['rm', 'Undone/mistake.txt']);
    const [, hint = ''] = removed.stdout.split('\n');
    expect(hint).toMatch(/^To undo it: keepsake undo [0-9a-f-]{36}$/);
    const undone = await cli.run(hint.replace('To undo it: keepsake ', '').split(' '));
    expect([undone.code, undone.stdout]).toEqual([0, expect.stringMatching(/^1 undone\.\nTo undo it: keepsake undo /)]);
    expect(await cli.json('ls', 'Undone')).toMatchObject({ files: [{ name: 'mistake.txt' }] });
    const ids = operationIds as string[];
    expect(await cli.json('undo', ...ids)).toMatchObject({ undone: ids, operationIds: [expect.any(String)] });
    expect(await cli.json('ls', 'Undone')).toMatchObject({ files: [] });
    const again = await cli.run(['undo', ...ids]);
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('There is nothing to undo')]);
  });

  test.each([
    [['nonsense'], 2],
    [['undo'], 2],
    [['logout', 'now'], 2],
    [[], 2],
    [['ls', 'a', 'b'], 2],
    [['put', 'not here'], 2],
    [['rm', '/'], 2],
    [['ls', '--unknown'], 2],
    [['get', 'nothing/here'], 4],
    [['rm', 'nothing'], 4],
    [['put'], 2],
    [['nonsense', '--help'], 2],
    [['--help'], 0],
    [['help'], 0],
  ])('keepsake %j ends with %i', async (args, code) => {
    expect((await cli.run(args)).code).toBe(code);
  });

  test('no space and no server have exit codes of their own', async () => {
    await limitQuota(server, person, 0);
    await writeFile(join(cli.folder, 'more.txt'), 'no room for this');
    const { code, stderr } = await cli.run(['put', 'more.txt']);
    expect([code, stderr]).toEqual([5, expect.stringMatching(/more\.txt: The account has no space left\.\n$/)]);
    const config = JSON.parse(await readFile(cli.configFile, 'utf8')) as object;
    const elsewhere = { ...config, baseUrl: `http://127.0.0.1:${await freePort()}` };
    await writeFile(cli.configFile, JSON.stringify(elsewhere));
    await chmod(cli.configFile, 0o600);
    expect((await cli.run(['ls', '--wait', '0'])).code).toBe(6);
  });
});

/** The paths of what a command names as failed in its answer. */
function failedIn({ stdout }: { stdout: string }): string[] {
  const { failed } = JSON.parse(stdout) as { failed: { path: string }[] };
  return failed.map(({ path }) => path);
}

/** The SHA-256 of every file below a folder by its path. */
async function treeOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (path) => [path.slice(folder.length + 1), sha256(await readFile(path))] as const),
    ),
  );
}
