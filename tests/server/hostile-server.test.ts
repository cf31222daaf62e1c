/** What a server sends that means harm to whoever downloads from it. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { commandLine } from '#tests/support/client/command-line.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
let ada: Person;
let token: string;
beforeAll(async () => {
  server = await sharedServer();
  ada = await signUp(server);
  const { id } = await ada.api.folders.create({ name: 'Album', parentId: null });
  const inner = await ada.api.folders.create({ name: 'inner', parentId: id });
  await uploadFile(ada, { name: 'photo.jpg', folderId: id, body: bytes(1000) });
  await uploadFile(ada, { name: 'deep.jpg', folderId: inner.id, body: bytes(500) });
  ({ token } = await ada.api.appPasswords.create({ name: 'Laptop' }));
});

test.each([
  ['a name that leads upwards', '"name":"photo.jpg"', '"name":"../../../escaped.jpg"'],
  ['a name that is a path of the machine', '"name":"photo.jpg"', '"name":"/tmp/escaped.jpg"'],
  ['a folder that leads upwards', '"Album/inner/"', '"Album/../"'],
])('%s is reported and not followed; the rest is downloaded', async (_what, honest, lie) => {
  const cli = await loggedIn(await startLiar([[honest, lie]]));
  await mkdir(join(cli.folder, 'a', 'b'), { recursive: true });
  const { code, stderr } = await cli.run(['get', 'Album', 'a/b/back']);
  expect(code).toBe(1);
  expect(stderr).toContain('The server sent a name that cannot be used here');
  const written = (await readdir(cli.folder, { recursive: true })).filter((name) => name.endsWith('.jpg'));
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^a\/b\/back\//);
});

test('the address of another server gets no request', async () => {
  const { origin, asked } = await startRecorder();
  const cli = await loggedIn(await startLiar([['"url":"/content/', `"url":"${origin}/content/`]]));
  const { code, stderr } = await cli.run(['get', 'Album']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`The server sent the address of another one: ${origin}.`),
  ]);
  expect(asked).toEqual([]);
});

test('a redirection to another server takes no password with it', async () => {
  const { origin, asked } = await startRecorder();
  const cli = await loggedIn(await startLiar([], { redirectContentTo: origin }));
  await cli.run(['get', 'Album', '--wait', '0']);
  expect(asked.length).toBeGreaterThan(0);
  for (const headers of asked) expect(JSON.stringify(headers)).not.toContain(token);
});

test('a link that lies in the target is not followed', async () => {
  const cli = await loggedIn(server.baseUrl);
  await mkdir(join(cli.folder, 'elsewhere'));
  await mkdir(join(cli.folder, 'Album'));
  await symlink('../elsewhere', join(cli.folder, 'Album', 'inner'));
  await writeFile(join(cli.folder, 'precious.txt'), 'precious');
  await symlink('../precious.txt', join(cli.folder, 'Album', 'photo.jpg'));
  const { code, stderr } = await cli.run(['get', 'Album']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('A link is in the place of the folder')]);
  expect(await readdir(join(cli.folder, 'elsewhere'))).toEqual([]);
  expect(await readFile(join(cli.folder, 'precious.txt'), 'utf8')).toBe('precious');
  expect(await readFile(join(cli.folder, 'Album', 'photo.jpg'))).toEqual(Buffer.from(bytes(1000)));
});

test.each([
  ['the place of the folder itself', ['get', 'Album'], 'Album'],
  ['its place in the folder that was named', ['get', 'Album', 'named'], 'named/Album'],
])('a link in %s is not followed', async (_what, command, link) => {
  const cli = await loggedIn(server.baseUrl);
  for (const folder of ['elsewhere', 'named']) await mkdir(join(cli.folder, folder));
  await symlink(join(cli.folder, 'elsewhere'), join(cli.folder, link));
  const { code, stderr } = await cli.run(command);
  expect([code, stderr]).toEqual([1, expect.stringContaining('A link is in the place of the folder')]);
  expect(await readdir(join(cli.folder, 'elsewhere'))).toEqual([]);
});

test('names do nothing to the terminal', async () => {
  const mallory = await signUp(server);
  await uploadFile(mallory, { name: 'a\u001b]0;owned\u0007\u202egnp.exe', body: bytes(1) });
  const made = await mallory.api.appPasswords.create({ name: 'Laptop' });
  const cli = await commandLine();
  await cli.run(['login', server.baseUrl, '--token', made.token]);
  expect((await cli.run(['ls'])).stdout).toContain('a\\u{1b}]0;owned\\u{7}\\u{202e}gnp.exe');
  expect((await cli.run(['ls', '--json'])).stdout).toContain('a\\u001b]0;owned\\u0007\\u202egnp.exe');
});

async function loggedIn(baseUrl: string) {
  const cli = await commandLine();
  const { code, stderr } = await cli.run(['login', baseUrl, '--token', token]);
  if (code !== 0) throw new Error(stderr);
  return cli;
}

/** The real server, of whose answers some parts are replaced. */
async function startLiar(lies: [string, string][], { redirectContentTo }: { redirectContentTo?: string } = {}) {
  return await listen(async (incoming, outgoing) => {
    const { url = '/', method = 'GET' } = incoming;
    if (redirectContentTo !== undefined && url.startsWith('/content/'))
      return outgoing.writeHead(307, { location: `${redirectContentTo}${url}` }).end();
    const headers = { authorization: incoming.headers.authorization ?? '' };
    const answer = await fetch(`${server.baseUrl}${url}`, { method, headers });
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    const told = type.includes('json')
      ? lies.reduce((text, [from, to]) => text.replaceAll(from, to), body.toString())
      : body;
    return outgoing.writeHead(answer.status, { 'content-type': type }).end(told);
  });
}

/** Another server, which keeps the headers of every request. */
async function startRecorder() {
  const asked: IncomingHttpHeaders[] = [];
  const origin = await listen((incoming, outgoing) => {
    asked.push(incoming.headers);
    outgoing.writeHead(404).end();
  });
  return { origin, asked };
}

async function listen(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    started.closeAllConnections();
    started.close();
  });
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}
