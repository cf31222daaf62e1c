import { beforeAll, describe, expect, test } from 'vitest';
import { maxGuessesByDevice, maxGuessesByNetwork, maxResetMails } from '#contract/limits.ts';
import { logIn, signUp, type Visitor, visit } from '#tests/support/client/build-account.ts';
import { programOf } from '#tests/support/client/program.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { expireLinks } from '#tests/support/database/expire-links.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const newPassword = 'a fresh new password';

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer({ auth: { user: 'keepsake', pass: 'mail pass' } });
  server = await startServer({ env: { SMTP_URL: mailServer.url, MAIL_FROM: 'Keepsake <mail@keepsake.example>' } });
});

test('a reset link travels by SMTP, works once and ends every session', async () => {
  const person = await signUp(server);
  const elsewhere = await logIn(server, person);

  await visit(server).account.requestReset({ email: person.email });
  const mail = await mailServer.nextMail(person.email, 'Set a new');
  expect(mail.from?.address).toBe('mail@keepsake.example');
  const link = mail.text?.match(/https?:\S+/)?.[0] ?? '';
  expect(new URL(link).origin).toBe(`http://localhost:${server.port}`);
  expect(mail.raw.split('\r\n')).toContain(link);

  const opened = await open(server, link);
  expect(opened.pathname).toBe('/reset');
  const token = opened.searchParams.get('token') ?? '';
  await visit(server).account.resetPassword({ token, newPassword });

  expect(await person.account.current()).toBeNull();
  expect(await elsewhere.account.current()).toBeNull();
  await expect(logIn(server, person)).rejects.toMatchObject({ code: 'wrong-credentials' });
  await logIn(server, { email: person.email, password: newPassword });

  await expect(visit(server).account.resetPassword({ token, newPassword })).rejects.toMatchObject({
    code: 'reset-link-ended',
    status: 400,
  });
  expect((await open(server, link)).searchParams.get('error')).toBe('INVALID_TOKEN');
});

test('no log-in with the old password outlives a reset that commits while it is being compared', async () => {
  const person = await signUp(server);
  await visit(server).account.requestReset({ email: person.email });
  const link = /https?:\S+/.exec((await mailServer.nextMail(person.email, 'Set a new')).text ?? '')?.[0] ?? '';
  const token = (await open(server, link)).searchParams.get('token') ?? '';
  const visitors = Array.from({ length: 8 }, () => visit(server));
  const refusals = visitors.map(async ({ account }) => {
    for (;;) {
      const refusal = await account.logIn(person).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refusal !== undefined) return refusal;
    }
  });
  await visit(server).account.resetPassword({ token, newPassword });
  for (const refusal of await Promise.all(refusals)) expect(refusal).toMatchObject({ code: 'wrong-credentials' });
  expect(await Promise.all(visitors.map(({ account }) => account.current()))).toEqual(visitors.map(() => null));
});

test('no app password and no download token that is made beside a reset outlives it', async () => {
  const person = await signUp(server);
  const { id: fileId } = await uploadFile(person, { name: 'stored.txt', body: bytes(10) });
  const program = await programOf(person);
  await visit(server).account.requestReset({ email: person.email });
  const link = /https?:\S+/.exec((await mailServer.nextMail(person.email, 'Set a new')).text ?? '')?.[0] ?? '';
  const token = (await open(server, link)).searchParams.get('token') ?? '';
  let isOver = false;
  const untilRefused = async (make: () => Promise<unknown>) => {
    while (!isOver) await make().catch(() => {});
  };
  const makers = Array.from({ length: 8 }, () => [
    untilRefused(() => person.api.appPasswords.create({ name: 'Another' })),
    untilRefused(() => person.api.downloadTokens.create({ fileId })),
    untilRefused(() => program.api.downloadTokens.create({ fileId })),
  ]);
  await visit(server).account.resetPassword({ token, newPassword });
  isOver = true;
  await Promise.all(makers.flat());
  const made = await query(
    server,
    `select id from app_passwords where account = '${person.uid}' union all select id from download_tokens where account = '${person.uid}'`,
  );
  expect(made).toEqual([]);
});

test('a link that has expired says so and changes nothing', async () => {
  const person = await signUp(server);
  await visit(server).account.requestReset({ email: person.email });
  const link = /https?:\S+/.exec((await mailServer.nextMail(person.email, 'Set a new')).text ?? '')?.[0] ?? '';
  const token = (await open(server, link)).searchParams.get('token') ?? '';
  await expireLinks(server);
  expect((await open(server, link)).searchParams.get('error')).toBe('INVALID_TOKEN');
  const reset = visit(server).account.resetPassword({ token, newPassword });
  await expect(reset).rejects.toMatchObject({ code: 'reset-link-ended' });
  await expect(logIn(server, person)).resolves.toMatchObject({ uid: person.uid });
});

test('an unknown address is answered like a known one and gets no mail', async () => {
  const { email } = await signUp(server);
  const ask = (address: string) =>
    visit(server).fetch('/api/auth/request-password-reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: address, redirectTo: '/reset' }),
    });
  const unknown = await ask('nobody@example.org');
  const known = await ask(email);
  expect(unknown.status).toBe(200);
  expect(await unknown.text()).toBe(await known.text());
  await mailServer.nextMail(email, 'Set a new');
  expect(mailServer.waiting('nobody@example.org')).toBe(0);
});

test('requests beyond the limit are answered like the others and send nothing, and the link that was sent works', async () => {
  const person = await signUp(server);
  const ask = (email: string, redirectTo?: string) =>
    visit(server).fetch('/api/auth/request-password-reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, redirectTo }),
    });
  const bodies = new Set<string>();
  for (let i = 0; i < maxResetMails.max + 3; i += 1) {
    // Whoever asks does not choose where the link leads.
    const answer = await ask(person.email, [undefined, '/login', '/reset'][i % 3]);
    bodies.add(`${answer.status} ${answer.headers.get('content-type')} ${await answer.text()}`);
  }
  expect([...bodies]).toEqual([expect.stringMatching(/^200 /)]);
  const links = [];
  for (let i = 0; i < maxResetMails.max; i += 1) {
    links.push(/https?:\S+/.exec((await mailServer.nextMail(person.email)).text ?? '')?.[0] ?? '');
  }
  const made = await query(server, `select id from verification where value = '${person.uid}'`);
  expect(made).toHaveLength(maxResetMails.max);
  const opened = await Promise.all(links.map((link) => open(server, link)));
  expect(new Set(opened.map(({ pathname }) => pathname))).toEqual(new Set(['/reset']));
  const token = opened[0]?.searchParams.get('token') ?? '';
  await visit(server).account.resetPassword({ token, newPassword });
  await logIn(server, { email: person.email, password: newPassword });
});

test('a refused password leaves the link as it is', async () => {
  const person = await signUp(server);
  await visit(server).account.requestReset({ email: person.email });
  const link = /https?:\S+/.exec((await mailServer.nextMail(person.email)).text ?? '')?.[0] ?? '';
  const token = (await open(server, link)).searchParams.get('token') ?? '';
  const choose = (chosen: string) => visit(server).account.resetPassword({ token, newPassword: chosen });
  await expect(choose('iloveyou1')).rejects.toMatchObject({ code: 'password-too-common', status: 400 });
  await expect(choose(person.email)).rejects.toMatchObject({ code: 'password-is-address' });
  await expect(choose('short')).rejects.toMatchObject({ code: 'password-too-short' });
  await choose(newPassword);
  await logIn(server, { email: person.email, password: newPassword });
});

test('whoever sets a new password is known from then on, and older browsers are not', async () => {
  const person = await signUp(server);
  const before = await logIn(server, person);
  await visit(server).account.requestReset({ email: person.email });
  const link = /https?:\S+/.exec((await mailServer.nextMail(person.email)).text ?? '')?.[0] ?? '';
  const visitor = visit(server);
  const token = (await open(server, link)).searchParams.get('token') ?? '';
  await visitor.account.resetPassword({ token, newPassword });
  // One network, in which strangers have no guesses left.
  const logInFrom = async (cookie: string, password: string) =>
    (
      await visit(server).fetch('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7', cookie },
        body: JSON.stringify({ email: person.email, password }),
      })
    ).status;
  for (let i = 0; i < maxGuessesByNetwork.burst.max; i += 1) expect(await logInFrom('', 'a wrong guess')).toBe(401);
  expect(await logInFrom(before.cookie, newPassword)).toBe(429);
  expect(await logInFrom(visitor.cookie, newPassword)).toBe(200);
});

describe('with two-step login', () => {
  const needed = { code: 'second-step-needed' };

  test('no new link gives new guesses of codes', async () => {
    const owner = await logIn(server, await signUp(server));
    await turnOnTwoStep(owner);
    const { visitor, credentials } = await reset(owner.email);
    await guessCodes(visitor, credentials);
    const again = await reset(owner.email);
    await expect(again.visitor.account.logIn(credentials)).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  test('a browser that has logged in after a reset has guesses of its own', async () => {
    const owner = await logIn(server, await signUp(server));
    const { code } = await turnOnTwoStep(owner);
    const { visitor, credentials } = await reset(owner.email);
    const other = visit(server, visitor.cookies());
    await expect(visitor.account.logIn(credentials)).rejects.toMatchObject(needed);
    await visitor.account.takeSecondStep({ code: code(), trust: false });
    await visitor.account.logOut();
    await guessCodes(other, credentials);
    await expect(visitor.account.logIn(credentials)).rejects.toMatchObject(needed);
  });

  /** Somebody who has set a new password by a mailed link. */
  async function reset(email: string) {
    const visitor = visit(server);
    await visitor.account.requestReset({ email });
    // Beside it there are mails about the account.
    let link: string | undefined;
    while (link === undefined)
      link = /\S+\/reset-password\/\S+/.exec((await mailServer.nextMail(email)).text ?? '')?.[0];
    const token = (await open(server, link)).searchParams.get('token') ?? '';
    await visitor.account.resetPassword({ token, newPassword });
    return { visitor, credentials: { email, password: newPassword } };
  }

  /** Uses up all guesses of a browser. */
  async function guessCodes({ account }: Visitor, credentials: { email: string; password: string }): Promise<void> {
    await expect(account.logIn(credentials)).rejects.toMatchObject(needed);
    for (let i = 0; i < maxGuessesByDevice.burst.max; i += 1)
      await expect(account.takeSecondStep({ code: '000000', trust: false })).rejects.toMatchObject({
        code: 'wrong-code',
      });
  }
});

test('the link never leads to another site', async () => {
  const elsewhere = await sharedServer();
  const { email } = await signUp(elsewhere);
  const response = await visit(elsewhere).fetch('/api/auth/request-password-reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, redirectTo: 'https://evil.example/reset' }),
  });
  expect(response.status).toBe(403);
});

test('a mail server that is down does not show in the answer', async () => {
  const down = await startMailServer();
  await down.stop();
  const own = await startServer({ env: { SMTP_URL: down.url } });
  own.expectLog(/reset mail could not be sent/);
  const { email } = await signUp(own);
  await expect(visit(own).account.requestReset({ email })).resolves.toBeUndefined();
});

/** Follows the link of a mail to the page it leads to. */
async function open(place: { baseUrl: string }, link: string): Promise<URL> {
  const { pathname, search } = new URL(link);
  const response = await visit(place).fetch(`${pathname}${search}`, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '', place.baseUrl);
}
