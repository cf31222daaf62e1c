import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucket } from '#tests/support/client/bucket.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { commandLine } from '#tests/support/client/command-line.ts';
import type { Fault } from '#tests/support/client/fault-proxy.ts';
import { throughProxy } from '#tests/support/client/through-proxy.ts';
import { tus } from '#tests/support/client/tus.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes, sha256 } from '#tests/support/fixtures/bytes.ts';
import { projectFolder } from '#tests/support/fixtures/project-copy.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { fingerprint } from '#tests/support/installations/fingerprint.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

describe('what the command line was interrupted in', () => {
  let server: SharedServer;
  let person: Person;
  let cli: Awaited<ReturnType<typeof commandLine>>;
  beforeAll(async () => {
    server = await sharedServer();
    person = await signUp(server);
    cli = await commandLine();
    const { token } = await person.api.appPasswords.create({ name: 'interrupted' });
    await cli.run(['login', server.baseUrl, '--token', token]);
  });

  /** The versions of the files in a folder of Root, by name. */
  async function versionsIn(name: string): Promise<Map<string, string | undefined>> {
    const { folders } = await person.api.folders.children({ id: 'root' });
    const { files } = await person.api.folders.children({ id: folders.find((one) => one.name === name)?.id ?? '' });
    return new Map(files.map((file) => [file.name, file.url.split('/')[3]]));
  }

  test('a folder whose download a full disk interrupted resumes where it was', async () => {
    await mkdir(join(cli.folder, 'large'));
    for (let i = 0; i < 6; i += 1) await writeFile(join(cli.folder, 'large', `${i}.bin`), bytes(150_000, `large ${i}`));
    await cli.json('put', 'large');
    const place = join(cli.folder, 'small-disk');
    await mkdir(place);
    const get = `${process.execPath} ${join(projectFolder, 'client/cli/keepsake.mjs')} get large "$PLACE/copy" --wait 0`;
    const script = [
      'mount -t tmpfs -o size=400k none "$PLACE"',
      `{ ${get} 2> "$PLACE.said"; echo "$?"; }`,
      'mount -o remount,size=64m "$PLACE"',
      get,
      'ls "$PLACE/copy"',
    ].join(' && ');
    const { stdout } = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', script], {
      env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: join(cli.folder, 'config'), PLACE: place },
    });
    const said = await readFile(`${place}.said`, 'utf8');
    expect(said).toContain('The disk of this computer is full. Free some space and run the command again.');
    const [, code, second, ...names] = stdout.trim().split('\n');
    expect(code).toBe('5');
    expect(second).toMatch(/0 failed$/);
    expect(names).toEqual(['0.bin', '1.bin', '2.bin', '3.bin', '4.bin', '5.bin']);
  });

  test('names as long as names can be come back, and so do the times of modification', async () => {
    const name = `${'ö'.repeat(125)}.jpeg`;
    const folder = join(cli.folder, 'long');
    await mkdir(folder);
    await writeFile(join(folder, name), bytes(3000, 'long'));
    await utimes(join(folder, name), 1_000_000_000, 1_000_000_000);
    await cli.json('put', 'long');
    expect(await cli.json('get', 'long', 'long-back')).toMatchObject({ fetched: 1, failed: [] });
    expect(await readdir(join(cli.folder, 'long-back'))).toEqual([name]);
    expect((await stat(join(cli.folder, 'long-back', name))).mtimeMs).toBe(1_000_000_000_000);
  });

  test('a file that has the name of a partial one is not lost', async () => {
    await mkdir(join(cli.folder, 'parts'));
    await writeFile(join(cli.folder, 'parts', 'a.bin'), bytes(3000, 'a'));
    await cli.json('put', 'parts');
    const version = (await versionsIn('parts')).get('a.bin');
    await writeFile(join(cli.folder, 'parts', `a.bin.${version}.part`), bytes(4000, 'b'));
    await cli.json('put', 'parts');
    expect(await cli.json('get', 'parts', 'parts-back')).toMatchObject({ fetched: 2, failed: [] });
    const [there, here] = [
      await fingerprint(join(cli.folder, 'parts-back')),
      await fingerprint(join(cli.folder, 'parts')),
    ];
    expect(there).toEqual(here);
  });

  test('a file goes on where it broke off as often as that is further, also after its metadata has changed', async () => {
    const home = await commandLine();
    const cuts = [300_000, 200_000, 100_000];
    let cut = 0;
    const { baseUrl, passed } = await throughProxy(person, ({ path }) => {
      const afterBytes = path.startsWith('/content/') ? cuts.shift() : undefined;
      if (afterBytes === undefined) return undefined;
      cut += afterBytes;
      return { kind: 'cut answer', afterBytes, until: () => hasArrived(cut) };
    });
    const hasArrived = (wanted: number) =>
      waitFor(
        async () => {
          const part = (await readdir(home.folder)).find((name) => name.endsWith('.part'));
          return part !== undefined && (await stat(join(home.folder, part))).size >= wanted;
        },
        { what: `${wanted} bytes` },
      );
    const { token } = await person.api.appPasswords.create({ name: 'files' });
    await home.run(['login', baseUrl, '--token', token]);
    await writeFile(join(home.folder, 'film.bin'), bytes(1_000_000, 'film'));
    await home.json('put', 'film.bin');
    const before = await readFile(join(home.folder, 'film.bin'));
    await rm(join(home.folder, 'film.bin'));
    const { status } = await bucket(person).patch('film.bin', { contentLanguage: 'de' });
    expect(status).toBe(200);
    // Without time for another try, but each goes further than the one before it.
    expect(await home.json('get', 'film.bin', '--wait', '0')).toMatchObject({
      fetched: 1,
      bytes: 1_000_000,
      failed: [],
    });
    expect((await readFile(join(home.folder, 'film.bin'))).equals(before)).toBe(true);
    const starts = passed
      .filter((one) => one.path.startsWith('/content/'))
      .map(({ headers }) => Number(headers.range?.match(/^bytes=(\d+)-$/)?.[1] ?? 0));
    expect(starts).toEqual([0, 300_000, 500_000, 600_000]);
  });

  test('a folder as a zip goes on where it broke off, in the next call too, and never mixes two states', async () => {
    const home = await commandLine();
    const faults: Fault[] = [];
    const { baseUrl, passed } = await throughProxy(person, ({ path }) =>
      path.endsWith('/archive') ? faults.shift() : undefined,
    );
    const { token } = await person.api.appPasswords.create({ name: 'zips' });
    await home.run(['login', baseUrl, '--token', token]);
    await mkdir(join(home.folder, 'zipped', 'inner'), { recursive: true });
    for (const name of ['a.bin', 'inner/b.bin', 'inner/c.bin'])
      await writeFile(join(home.folder, 'zipped', name), bytes(1_000_000, name));
    await home.json('put', 'zipped');
    const { folders } = await person.api.folders.children({ id: 'root' });
    const id = folders.find(({ name }) => name === 'zipped')?.id ?? '';
    const zipNow = async (folder = id) => sha256(await (await person.fetch(`/api/folders/${folder}/archive`)).bytes());
    const filesHere = async () => (await readdir(home.folder)).filter((name) => name.includes('.zip'));
    /** Where each download began. */
    const starts = () =>
      passed
        .filter(({ path }) => path.endsWith('/archive'))
        .map(({ headers }) => Number(headers.range?.match(/^bytes=(\d+)-$/)?.[1] ?? 0));
    const breakOff = async () => {
      faults.push({ kind: 'cut answer', afterBytes: 900_000 }, { kind: 'cut answer', afterBytes: 700_000 });
      faults.push({ kind: 'answer', status: 503 });
      expect((await home.run(['get', '--zip', 'zipped', '--wait', '0'])).code).toBe(6);
      expect(await filesHere()).toEqual([expect.stringMatching(/^zipped\.zip\.[\w-]{43}\.part$/)]);
    };

    await breakOff();
    const first = await zipNow();
    const whole = await home.json('get', '--zip', 'zipped');
    expect(sha256(await readFile(join(home.folder, 'zipped.zip')))).toBe(first);
    expect(whole).toEqual({ zip: 'zipped.zip', bytes: (await stat(join(home.folder, 'zipped.zip'))).size });
    const [start, afterOne = 0, afterTwo = 0, again, ...more] = starts();
    expect([start, afterOne > 0, afterTwo > afterOne, again, more]).toEqual([0, true, true, afterTwo, []]);

    await rm(join(home.folder, 'zipped.zip'));
    await breakOff();
    faults.push({ kind: 'headers', headers: { etag: '"another"' } });
    const lie = await home.run(['get', '--zip', 'zipped']);
    expect([lie.code, lie.stderr]).toEqual([1, 'The server sent a part of another zip.\n']);
    expect(await filesHere()).toEqual([expect.stringMatching(/part$/)]);
    await person.api.folders.create({ name: 'another', parentId: id });
    const { code, stdout, stderr } = await home.run(['get', '--zip', 'zipped']);
    expect([code, stdout]).toEqual([0, 'zipped.zip downloaded\n']);
    expect(stderr).toBe('The folder has changed meanwhile: its zip is downloaded from the beginning.\n');
    expect(sha256(await readFile(join(home.folder, 'zipped.zip')))).toBe(await zipNow());
    expect(await zipNow()).not.toBe(first);

    await mkdir(join(home.folder, 'into'));
    await home.json('get', '--zip', '/', 'into');
    expect(sha256(await readFile(join(home.folder, 'into', 'Keepsake.zip')))).toBe(await zipNow('root'));
    expect((await home.run(['get', '--zip', 'zipped/a.bin'])).code).toBe(2);
    expect((await home.run(['get', '--zip', 'nothing'])).code).toBe(4);
    expect(await filesHere()).toEqual(['zipped.zip']);
    expect(await readdir(join(home.folder, 'config', 'keepsake', 'unfinished'))).toEqual([]);
  });

  test('put resumes a large file after its end', async () => {
    // The rest of the upload is held up until the process has ended.
    let patches = 0;
    const { baseUrl, follow } = await throughProxy(person, ({ method }) => {
      if (method === 'PATCH') patches += 1;
      return method === 'PATCH' && patches > 1 ? { kind: 'answer', status: 503 } : undefined;
    });
    const { token } = await person.api.appPasswords.create({ name: 'stopped' });
    await cli.run(['login', baseUrl, '--token', token]);
    await writeFile(join(cli.folder, 'huge.bin'), bytes(96_000_000, 'huge'));
    const child = spawn(process.execPath, [join(projectFolder, 'client/cli/main.ts'), 'put', 'huge.bin'], {
      cwd: cli.folder,
      env: { PATH: process.env['PATH'], XDG_CONFIG_HOME: join(cli.folder, 'config') },
    });
    const ended = Promise.all([once(child, 'exit'), text(child.stderr)]);
    const begun = await waitFor(
      async () => {
        const [row] = await query(server, `select id from uploads where account = '${person.uid}'`);
        const offset = row && (await tus(person).offset(`/api/uploads/${String(row['id'])}`));
        return row && Number(offset) > 0 && String(row['id']);
      },
      { what: 'the first bytes of the upload' },
    );
    child.kill('SIGINT');
    expect(await ended).toEqual([[null, 'SIGINT'], 'Interrupted. The same command goes on from here.\n']);
    follow(() => undefined);
    expect(await query(server, `select id from uploads where account = '${person.uid}'`)).toEqual([{ id: begun }]);
    expect(await cli.json('put', 'huge.bin')).toMatchObject({ sent: 1, failed: [] });
    expect(await query(server, `select id from finished_uploads where id = '${begun}'`)).toEqual([{ id: begun }]);
    expect(await readdir(join(cli.folder, 'config', 'keepsake', 'unfinished'))).toEqual([]);
  });

  test('rm of a folder whose first request is refused fails, and does it the next time', async () => {
    const home = await commandLine();
    let refused = 0;
    const { baseUrl } = await throughProxy(person, ({ method }) =>
      method === 'DELETE' && (refused += 1) === 1 ? { kind: 'answer', status: 503 } : undefined,
    );
    const { token } = await person.api.appPasswords.create({ name: 'removing' });
    await home.run(['login', baseUrl, '--token', token]);
    const folder = await person.api.folders.create({ name: 'Refused', parentId: null });
    const isThere = async () =>
      (await person.api.folders.children({ id: 'root' })).folders.some(({ id }) => id === folder.id);
    // It says that it was moved only when it was.
    expect([(await home.run(['rm', 'Refused'])).code, await isThere()]).toEqual([1, true]);
    expect((await home.run(['rm', 'Refused'])).code).toBe(0);
    expect(await isThere()).toBe(false);
  });

  test('put resumes a large file after the server was away', async () => {
    const home = await commandLine();
    let isAway = true;
    const { baseUrl, passed } = await throughProxy(person, ({ method }) =>
      isAway && method === 'PATCH' ? { kind: 'answer', status: 503 } : undefined,
    );
    const { token } = await person.api.appPasswords.create({ name: 'away' });
    await home.run(['login', baseUrl, '--token', token]);
    await writeFile(join(home.folder, 'away.bin'), bytes(1_000_000, 'away'));
    expect((await home.run(['put', 'away.bin', '--wait', '0'])).code).toBe(6);
    isAway = false;
    const before = passed.length;
    expect(await home.json('put', 'away.bin')).toMatchObject({ sent: 1, failed: [] });
    const uploads = passed.slice(before).filter(({ path }) => path.startsWith('/api/uploads'));
    expect(uploads[0]?.method).toBe('HEAD');
  });

  test('put begins anew where the note of an interrupted upload is empty', async () => {
    const home = await commandLine();
    const { baseUrl, follow } = await throughProxy(person, ({ method }) =>
      method === 'PATCH' ? { kind: 'cut request', afterBytes: 0 } : undefined,
    );
    const { token } = await person.api.appPasswords.create({ name: 'notes' });
    await home.run(['login', baseUrl, '--token', token]);
    await writeFile(join(home.folder, 'noted.bin'), bytes(1_000_000, 'noted'));
    expect((await home.run(['put', 'noted.bin', '--wait', '0'])).code).toBe(6);
    const notes = join(home.folder, 'config', 'keepsake', 'unfinished');
    const [note = ''] = await readdir(notes);
    await writeFile(join(notes, note), '');
    follow(() => undefined);
    expect(await home.json('put', 'noted.bin', '--wait', '0')).toMatchObject({ sent: 1, failed: [] });
    expect(await readdir(notes)).toEqual([]);
  });
});
