import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { logIn, type Place, signUp, visit } from '#tests/support/client/build-account.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const password = 'correct horse battery';

describe('accounts', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer();
  });

  test('sign up, log in, log out', async () => {
    const visitor = visit(server);
    await visitor.account.signUp({ email: 'Ada@example.org', password });
    expect(await visitor.account.current()).toBeNull();
    const user = await visitor.account.logIn({ email: 'ada@example.org', password });
    expect(user.email).toBe('ada@example.org');
    expect(await visitor.account.current()).toEqual(user);

    const { cookie } = visitor;
    await visitor.account.logOut();
    expect(await visitor.account.current()).toBeNull();
    const replayed = await visit(server).fetch('/api/folders/root', { headers: { cookie } });
    expect(replayed.status).toBe(401);
  });

  test('the session cookie is for http only and for this site', async () => {
    const { email } = await signUp(server, { password });
    const response = await post(server, '/sign-in/email', { email, password });
    const cookie = response.headers.getSetCookie().find((line) => line.includes('session_token'));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).not.toMatch(/Secure/i);
  });

  test('a second sign-up with the same address fails and changes nothing', async () => {
    const person = await signUp(server, { password });
    const again = visit(server).account.signUp({ email: person.email.toUpperCase(), password: 'another password' });
    await expect(again).rejects.toMatchObject({ code: 'address-taken', status: 422 });
    await logIn(server, person);
  });

  test('of sign-ups with one address at the same time one succeeds, and the others say why they fail', async () => {
    const credentials = { email: 'same@example.org', password };
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => visit(server).account.signUp(credentials)));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures).toHaveLength(3);
    for (const failure of failures) expect(failure).toMatchObject({ code: 'address-taken', status: 422 });
    await logIn(server, credentials);
  });

  test.each([
    [{ email: 'no address', password }, 'invalid-input'],
    [{ email: 'short@example.org', password: '1234567' }, 'password-too-short'],
    [{ email: 'long@example.org', password: 'x'.repeat(129) }, 'password-too-long'],
    [{ email: '', password }, 'invalid-input'],
    [{ email: 'common@example.org', password: 'password123' }, 'password-too-common'],
    [{ email: 'common@example.org', password: ' Football ' }, 'password-too-common'],
    [{ email: 'name@example.org', password: 'Keepsake-2026!' }, 'password-is-service'],
    [{ email: 'name@example.org', password: 'keepsake keepsake' }, 'password-is-service'],
    [{ email: 'grace.hopper@example.org', password: 'Grace.Hopper@example.org' }, 'password-is-address'],
    [{ email: 'grace.hopper@example.org', password: 'grace.HOPPER' }, 'password-is-address'],
  ])('sign-up with %j is refused as %s', async (credentials, code) => {
    await expect(visit(server).account.signUp(credentials)).rejects.toMatchObject({ code });
  });

  test('a wrong password and an unknown address are answered alike', async () => {
    const { email } = await signUp(server, { password });
    const wrong = await post(server, '/sign-in/email', { email, password: 'wrong password' });
    const unknown = await post(server, '/sign-in/email', { email: 'nobody@example.org', password: 'wrong password' });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(await wrong.text()).toBe(await unknown.text());
    expect(namesOf(wrong)).toEqual(namesOf(unknown));
  });

  test('a log-in that works takes the wrong ones before it away', async () => {
    const person = await signUp(server, { password });
    for (let round = 0; round < 3; round += 1) {
      const visitor = visit(server);
      for (let i = 0; i < 8; i += 1)
        await expect(visitor.account.logIn({ ...person, password: 'wrong password' })).rejects.toMatchObject({
          code: 'wrong-credentials',
        });
      await expect(visitor.account.logIn(person)).resolves.toMatchObject({ uid: person.uid });
    }
  });

  test('a NUL anywhere is refused', async () => {
    for (const path of ['/sign-up/email', '/sign-in/email', '/request-password-reset']) {
      const response = await post(server, path, { email: 'a\0@example.org', password, name: 'a\0' });
      expect([path, response.status]).toEqual([path, 400]);
    }
    const named = await post(server, '/sign-up/email', { email: 'nul@example.org', password, name: 'a\0' });
    expect([named.status, (await named.json()).code]).toEqual([400, 'invalid-input']);
  });

  test('a body that cannot be read, or is too large, gets its code', async () => {
    const headers = { 'content-type': 'application/json' };
    const broken = await visit(server).fetch('/api/auth/sign-in/email', { method: 'POST', headers, body: '{"email":' });
    expect([broken.status, (await broken.json()).code]).toEqual([400, 'invalid-input']);
    const large = await post(server, '/sign-in/email', { email: 'a@example.org', password: 'x'.repeat(10_000) });
    expect([large.status, (await large.json()).code]).toEqual([413, 'body-too-large']);
  });
});

describe('limits by address', () => {
  test('cannot be dodged with X-Forwarded-For when no proxy is trusted', async () => {
    const server = await startServer({ env: { TRUSTED_PROXIES: '' } });
    const statuses = await guess(server, (i) => ({
      'x-forwarded-for': `203.0.113.${i}`,
      'x-client-ip': `203.0.113.${i}`,
    }));
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.slice(20)).toEqual([429, 429]);
  });

  test('count the client behind a trusted proxy, and not what it claims itself', async () => {
    const server = await sharedServer();
    const statuses = await guess(server, (i) => ({ 'x-forwarded-for': `198.51.100.${i}, 203.0.113.7` }));
    expect(statuses.slice(20)).toEqual([429, 429]);
  });

  /**
   * The statuses of 22 log-ins, the lowest first. All are sent at once: passwords are hashed one after the other, for which
   * the minute of the limit may be too short.
   */
  async function guess(server: Place, headersOf: (i: number) => Record<string, string>): Promise<number[]> {
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, i) =>
        post(server, '/sign-in/email', { email: `guess-${i}@example.org`, password }, headersOf(i)),
      ),
    );
    return answers.map(({ status }) => status).toSorted((one, other) => one - other);
  }
});

describe('settings', () => {
  test('sign-up can be closed', async () => {
    const server = await startServer({ env: { SIGN_UP: 'closed' } });
    await expect(visit(server).account.signUp({ email: 'a@example.org', password })).rejects.toMatchObject({
      code: 'sign-up-closed',
      status: 403,
    });
    await expect((await visit(server).fetch('/api/log-in')).json()).resolves.toMatchObject({ signUp: false });
  });

  test('behind an https address the cookie is Secure and only that origin counts', async () => {
    const server = await startServer({ env: { PUBLIC_URL: 'https://keepsake.example.org' } });
    const origin = 'https://keepsake.example.org';
    await post(server, '/sign-up/email', { email: 'a@example.org', password, name: 'a' }, { origin });
    const response = await post(server, '/sign-in/email', { email: 'a@example.org', password }, { origin });
    const cookies = response.headers.getSetCookie();
    expect(cookies.map((line) => /^[\w-]+\.\w+/.exec(line)?.[0])).toEqual([
      '__Host-better-auth.session_token',
      '__Host-keepsake.device',
    ]);
    for (const line of cookies)
      expect(line.split('; ').slice(2).toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
    const [cookie = ''] = cookies;
    const session = { cookie: cookie.split(';')[0] ?? '' };
    expect((await visit(server).fetch('/api/folders/root', { headers: session })).status).toBe(200);
    // The name of before: another site of the domain could have set it.
    const earlier = { cookie: session.cookie.replace('__Host-', '__Secure-') };
    expect((await visit(server).fetch('/api/folders/root', { headers: earlier })).status).toBe(401);
    const out = await post(server, '/sign-out', {}, { origin, ...session });
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-[^=]+=; Max-Age=0;.*; Secure/);
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect((await visit(server).fetch('/api/folders/root', { headers: session })).status).toBe(401);
    const local = await post(
      server,
      '/sign-in/email',
      { email: 'a@example.org', password },
      { origin: server.baseUrl },
    );
    expect(local.status).toBe(403);
  });

  test('without a mail server the mail is a file in the outbox, and the log says so', async () => {
    const server = await startServer();
    const { email } = await signUp(server);
    await visit(server).account.requestReset({ email });
    const outbox = join(server.dataFolder, 'outbox');
    const file = await waitFor(async () => (await readdir(outbox)).find((name) => name.endsWith('.eml')), {
      what: 'a mail in the outbox',
    });
    const mail = await readFile(join(outbox, file), 'utf8');
    expect(mail).toContain(`To: ${email}`);
    // A person copies the link from the file.
    expect(mail).toMatch(/^http:\/\/localhost:\d+\/api\/auth\/reset-password\/[\w-]{43}\?callbackURL=%2Freset$/m);
    await waitFor(() => /SMTP_URL.*outbox/.test(server.log()), { what: 'the line in the log' });
  });
});

function post(server: Place, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return visit(server).fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

function namesOf(response: Response): string[] {
  return [...response.headers.keys()].toSorted();
}
