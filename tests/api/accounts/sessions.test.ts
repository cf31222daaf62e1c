import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { maxSessions } from '#contract/limits.ts';
import type { File } from '#contract/records/entries.ts';
import { logIn, type Person, type Place, signUp, visit } from '#tests/support/client/build-account.ts';
import { programOf } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { cookiesOf, secretOf } from '#tests/support/database/insert-person.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const password = 'correct horse battery';
/** More than the system holds on the way: a receiver may be given 32 MiB of it (tcp_rmem), a sender 4. */
const large = 64 * 1024 ** 2;

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

test('nothing in the table of sessions is a session', async () => {
  const ada = await signUp(server, { password });
  expect((await ada.fetch('/api/folders/root')).status).toBe(200);
  const [row] = await query(server, `select * from session where "userId" = '${ada.uid}'`);
  const values = Object.values(row ?? {}).filter((value) => typeof value === 'string' && value !== '');
  expect(values.length).toBeGreaterThan(2);
  const secret = await secretOf(server);
  for (const value of values) {
    const thief = visit(server, cookiesOf(String(value), secret));
    expect([value, (await thief.fetch('/api/folders/root')).status]).toEqual([value, 401]);
    expect(decodeURIComponent(ada.cookie)).not.toContain(String(value));
  }
});

test('what a page asks for one person does nothing for another, who logged in meanwhile', async () => {
  const [ada, bob] = [await signUp(server), await signUp(server)];
  const headers = { 'keepsake-account': ada.uid };
  const create = { do: 'create-folder', name: 'Of Ada', parentId: null };
  const asked: Record<string, RequestInit> = {
    '/api/batch': {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ operations: [create] }),
    },
    '/api/uploads': {
      method: 'POST',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-length': '0',
        'upload-metadata': `filename ${btoa('Of Ada')}`,
      },
    },
    '/api/files/batch': { method: 'POST', headers, body: new Uint8Array(8) },
    '/api/objects/Of%20Ada': { method: 'PUT', headers, body: 'a' },
    '/api/live': { headers },
    '/api/folders/root': { headers },
  };
  for (const [path, init] of Object.entries(asked)) {
    const answer = await bob.fetch(path, init);
    expect([path, answer.status, await answer.text()]).toEqual([path, 401, expect.stringContaining('unauthenticated')]);
  }
  expect(await bob.api.folders.children({ id: 'root' })).toMatchObject({ folders: [], files: [] });
  expect((await ada.fetch('/api/folders/root', { headers })).status).toBe(200);
});

test('a log-out that cannot end the session is no log-out', async () => {
  const own = await startServer();
  const ada = await signUp(own);
  const [refuse, allow] =
    inject('database') === 'sqlite'
      ? [
          [`create trigger refuse before delete on session begin select raise(abort, 'refused'); end`],
          'drop trigger refuse',
        ]
      : [
          [
            `create function refuse() returns trigger language plpgsql as $$ begin
               raise exception 'refused' using errcode = 'io_error';
             end $$`,
            'create trigger refuse before delete on session for each statement execute function refuse()',
          ],
          'drop trigger refuse on session',
        ];
  await query(own, ...refuse);
  await expect(ada.account.logOut()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  expect((await ada.fetch('/api/folders/root')).status).toBe(200);
  await query(own, allow);
  await ada.account.logOut();
  expect((await ada.fetch('/api/folders/root')).status).toBe(401);
});

test('no answer has the token that the cookie carries', async () => {
  const { email } = await signUp(server, { password });
  const ada = visit(server);
  const answers = [
    await post(server, '/sign-up/email', { email: `new-${email}`, password, name: 'a' }),
    await ada.fetch('/api/auth/sign-in/email', request({ email, password })),
    await ada.fetch('/api/auth/get-session'),
  ];
  const token = decodeURIComponent(ada.cookie.split('=')[1] ?? '').split('.')[0] ?? '';
  expect(token).toHaveLength(32);
  for (const answer of answers) {
    const text = await answer.text();
    expect([answer.status, text.includes('"user"'), text.includes('oken')]).toEqual([200, true, false]);
    expect(text).not.toContain(token);
  }
});

test('with another SECRET every session of before has ended, and people log in again', async () => {
  const own = await startServer({ env: { SECRET: 'a first secret of more than 32 characters' } });
  const ada = await signUp(own);
  expect((await ada.fetch('/api/folders/root')).status).toBe(200);
  own.settings['SECRET'] = 'another secret of more than 32 characters';
  await own.restart();
  expect((await ada.fetch('/api/folders/root')).status).toBe(401);
  const again = await logIn(own, ada);
  expect((await again.fetch('/api/folders/root')).status).toBe(200);
});

test('who signs in while signed in ends the session of before', async () => {
  const ada = await signUp(server, { password });
  const before = visit(server, ada.cookies());
  await ada.account.logIn({ email: ada.email, password });
  expect((await ada.fetch('/api/folders/root')).status).toBe(200);
  expect((await before.fetch('/api/folders/root')).status).toBe(401);
});

test('only a log-out takes the cookie of a session away: another answer may arrive after a new log-in', async () => {
  const ada = await signUp(server, { password });
  const before = visit(server, ada.cookies());
  await ada.account.logIn({ email: ada.email, password });
  for (const [path, init] of [
    ['/api/auth/get-session', {}],
    ['/api/auth/get-session?disableCookieCache=true', {}],
    ['/api/auth/revoke-other-sessions', request({})],
  ] as const) {
    const answer = await before.fetch(path, init);
    expect([path, answer.headers.getSetCookie()]).toEqual([path, []]);
  }
  const out = await ada.fetch('/api/auth/sign-out', request({}));
  expect(out.headers.getSetCookie()).toContainEqual(expect.stringMatching(/session_token=;.*Max-Age=0/));
});

test('of too many sessions the one that was seen longest ago ends', async () => {
  const ada = await signUp(server, { password });
  const own = `"userId" = '${ada.uid}'`;
  const copied = (count: number) =>
    query(
      server,
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
       insert into session (id, token, "userId", "expiresAt", "lastSeenAt", "createdAt", "updatedAt")
       select id || n, token || n, "userId", "expiresAt", "lastSeenAt", "createdAt", "updatedAt" from session, numbers where ${own}`,
    );
  const sessions = async () =>
    Number((await query(server, `select count(*) as n from session where ${own}`))[0]?.['n']);
  await copied(maxSessions - 2);
  const elsewhere = await logIn(server, ada);
  expect([await sessions(), (await ada.fetch('/api/folders/root')).status]).toEqual([maxSessions, 200]);
  const { session } = (await (await ada.fetch('/api/auth/get-session')).json()) as { session: { id: string } };
  await query(server, `update session set "lastSeenAt" = "lastSeenAt" - 1 where id = '${session.id}'`);

  const again = await logIn(server, ada);
  expect(await sessions()).toBe(maxSessions);
  const statuses = [ada, elsewhere, again].map(async (browser) => (await browser.fetch('/api/folders/root')).status);
  expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
});

test('a log-in that fails, or in another account, leaves no session of before behind', async () => {
  const [ada, bob] = [await signUp(server, { password }), await signUp(server, { password })];
  const before = visit(server, ada.cookies());
  await expect(ada.account.logIn({ email: ada.email, password: 'wrong password' })).rejects.toMatchObject({
    code: 'wrong-credentials',
  });
  expect((await before.fetch('/api/folders/root')).status).toBe(200);
  await ada.account.logIn({ email: bob.email, password });
  expect((await before.fetch('/api/folders/root')).status).toBe(401);
});

test('a new password ends sessions, reset links, app passwords and download tokens', async () => {
  const ada = await signUp(server, { password });
  const elsewhere = await logIn(server, ada);
  const program = await programOf(ada);
  const file = await uploadFile(ada, { name: 'shared.bin', body: bytes(100) });
  const { url } = await ada.api.downloadTokens.create({ fileId: file.id });
  const [bob, ofBob] = [await signUp(server), 'of-bob.bin'];
  const bobs = await uploadFile(bob, { name: ofBob, body: bytes(100) });
  const bobsToken = await bob.api.downloadTokens.create({ fileId: bobs.id });
  const bobsProgram = await programOf(bob);
  await visit(server).account.requestReset({ email: ada.email });
  await visit(server).account.requestReset({ email: ada.email });
  await expect.poll(() => linksOf(ada)).toHaveLength(2);

  await resetPassword(server, ada);
  for (const visitor of [ada, elsewhere, program]) expect((await visitor.fetch('/api/folders/root')).status).toBe(401);
  expect((await visit(server).fetch(url)).status).toBe(404);
  expect(await linksOf(ada)).toEqual([]);

  // And of nobody else.
  expect((await bob.fetch('/api/folders/root')).status).toBe(200);
  expect((await bobsProgram.fetch('/api/folders/root')).status).toBe(200);
  expect((await visit(server).fetch(bobsToken.url)).status).toBe(200);
});

test('a download token that was made with an app password ends with it', async () => {
  const ada = await signUp(server);
  const program = await programOf(ada);
  const file = await uploadFile(ada, { name: 'shared.bin', body: bytes(100) });
  const own = await ada.api.downloadTokens.create({ fileId: file.id });
  const ofProgram = await program.api.downloadTokens.create({ fileId: file.id });
  expect((await visit(server).fetch(ofProgram.url)).status).toBe(200);
  await ada.api.appPasswords.revoke({ id: program.id });
  expect((await visit(server).fetch(ofProgram.url)).status).toBe(404);
  expect((await visit(server).fetch(own.url)).status).toBe(200);
});

describe('a download that is under way, and a live stream', () => {
  let own: TestServer;
  let ada: Person;
  let file: File;
  beforeAll(async () => {
    own = await startServer();
    ada = await signUp(own, { password });
    file = await uploadFile(ada, { name: 'large.bin', body: bytes(large) });
  });

  // The new password comes last: it ends all that the others need.
  test.each(['a log-out', 'a revoked app password', 'a revoked download token', 'a new password'])(
    'end with %s',
    async (what) => {
      const visitor = what === 'a revoked app password' ? await programOf(ada) : await logIn(own, ada);
      const token = await ada.api.downloadTokens.create({ fileId: file.id });
      const remaining = await logIn(own, ada);
      const isToken = what === 'a revoked download token';
      // Nobody reads them, so that they are still being sent.
      const download = isToken ? await visit(own).fetch(token.url) : await visitor.fetch(file.url);
      const untouched = await remaining.fetch(file.url);
      const live = await visitor.fetch('/api/live');
      expect([download.status, untouched.status, live.status]).toEqual([200, 200, 200]);

      if (isToken) await ada.api.downloadTokens.revoke({ id: token.id });
      else if ('token' in visitor) await ada.api.appPasswords.revoke({ id: visitor.id });
      else if (what === 'a log-out') await visitor.account.logOut();
      else await resetPassword(own, ada);

      if (isToken) await live.body?.cancel();
      else expect(await live.text()).toContain('event: bye');
      expect(await sentOf(own, download)).toBeLessThan(large);
      await expect(download.arrayBuffer()).rejects.toThrow('terminated');
      if (what === 'a new password') expect(await sentOf(own, untouched)).toBeLessThan(large);
      else expect((await untouched.arrayBuffer()).byteLength).toBe(large);
    },
  );
});

/** How many bytes the server sent of an answer, when it has ended. */
async function sentOf({ log }: TestServer, { headers }: Response): Promise<number> {
  const id = headers.get('x-request-id') ?? '';
  const line = await waitFor(
    () =>
      log()
        .split('\n')
        .find((text) => text.includes('"msg":"Request"') && text.includes(id)),
    {
      what: 'the end of a download',
    },
  );
  return JSON.parse(line).sent;
}

async function linksOf({ uid }: Person) {
  return await query(server, `select id from verification where value = '${uid}'`);
}

/** As with the link of a mail, which is stored hashed: a row for a token of ours. */
async function resetPassword(place: SharedServer, { uid, email }: Person): Promise<void> {
  const token = randomUUID();
  const identifier = createHash('sha256').update(`reset-password:${token}`).digest('base64url');
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 60_000).toISOString();
  await query(
    place,
    `insert into verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt") values ('${randomUUID()}', '${identifier}', '${uid}', '${later}', '${now}', '${now}')`,
  );
  await visit(place).account.resetPassword({ token, newPassword: 'a fresh new password' });
  await logIn(place, { email, password: 'a fresh new password' });
}

function post(place: Place, path: string, body: object): Promise<Response> {
  return visit(place).fetch(`/api/auth${path}`, request(body));
}

function request(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
