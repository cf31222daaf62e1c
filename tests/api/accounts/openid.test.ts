import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { confirmedSeconds } from '#contract/limits.ts';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { turnOnTwoStep } from '#tests/support/client/two-step.ts';
import { query } from '#tests/support/database/query.ts';
import { begin, byProvider, comeBack, logInThere } from '#tests/support/openid/at-provider.ts';
import type { TestProvider } from '#tests/support/openid/provider.ts';
import { startWithProvider } from '#tests/support/openid/with-provider.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

let mails: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
let provider: TestProvider;
let newcomer: Awaited<ReturnType<typeof startWithProvider>>['newcomer'];

beforeAll(async () => {
  mails = await startMailServer();
  ({ server, provider, newcomer } = await startWithProvider({ SMTP_URL: mails.url }));
});

describe('somebody new', () => {
  test('gets an account with the address that the provider has verified, and the same one ever after', async () => {
    const somebody = newcomer();
    const { subject, email } = somebody;
    const [first, second] = [visit(server), visit(server)];
    expect(await byProvider(first, subject, { returnTo: '/folder/x?y=1' })).toBe('/folder/x?y=1');
    const user = await first.account.current();
    expect(user).toMatchObject({ email });
    // An address that the provider gives to somebody else does not give them the account.
    expect(await byProvider(visit(server), newcomer({ email }).subject)).toBe('/login?problem=account-exists');
    Object.assign(somebody, { email: `${randomUUID()}@example.org` });
    expect(await byProvider(second, subject)).toBe('/task');
    expect(await second.account.current()).toEqual(user);
    const { events } = await first.api.account.events({ limit: 10 });
    expect(events.map(({ kind }) => kind)).toEqual(['new-device', 'log-in', 'sign-up']);
    await expect(visit(server).account.logIn({ email, password: '' })).rejects.toMatchObject({ status: 401 });
    const stored = await query(
      server,
      `select "accessToken", "idToken", "refreshToken", password from account where "userId" = '${user?.uid}'`,
    );
    expect(stored).toEqual([{ accessToken: null, idToken: null, refreshToken: null, password: null }]);
  });

  test('at the same time in several browsers gets one account', async () => {
    const { subject } = newcomer();
    const visitors = Array.from({ length: 4 }, () => visit(server));
    const backs: URL[] = [];
    for (const visitor of visitors) backs.push(await logInThere(await begin(visitor), subject));
    const pages = await Promise.all(visitors.map((visitor, i) => comeBack(visitor, backs[i] as URL)));
    expect(pages).toEqual(visitors.map(() => '/task'));
    const uids = await Promise.all(visitors.map(async ({ account }) => (await account.current())?.uid));
    expect(new Set(uids).size).toBe(1);
  });

  test.each([
    ['has no address', { email: undefined }],
    ['has an address that is not verified', { isVerified: false }],
  ])('who %s gets none', async (_which, about) => {
    const { subject } = newcomer(about);
    expect(await byProvider(visit(server), subject)).toBe('/login?problem=address-unverified');
  });

  test('who declines there is told so', async () => {
    expect(await byProvider(visit(server), 'nobody')).toBe('/login?problem=provider-refused');
  });
});

describe('an address that has an account with a password', () => {
  test('opens nothing while anybody may have made it; after a reset by mail it does', async () => {
    const thief = await signUp(server);
    const { subject } = newcomer({ email: thief.email.toUpperCase() });
    const victim = visit(server);
    expect(await byProvider(victim, subject)).toBe('/login?problem=account-exists');
    await expect(victim.account.current()).resolves.toBeNull();
    // What the thief connected ends with the reset, too.
    const { subject: ofThief } = newcomer();
    expect(await byProvider(thief, ofThief, { purpose: 'connect' })).toBe('/task');
    await resetPassword(thief.email);
    await expect(thief.account.current()).resolves.toBeNull();
    expect(await byProvider(victim, subject)).toBe('/task');
    await expect(victim.account.current()).resolves.toMatchObject({ uid: thief.uid });
    await mails.nextMail(thief.email, 'A new way to log in');
    expect(await byProvider(visit(server), ofThief)).toBe('/task');
    await expect(victim.api.account.identities.list()).resolves.toMatchObject({ hasPassword: true });
    expect((await victim.api.account.identities.list()).identities).toHaveLength(1);
  });
});

describe('connected by hand', () => {
  test('it opens the account, whatever its address, until it is disconnected', async () => {
    const ada = await signUp(server);
    const { subject } = newcomer({ email: undefined });
    await makeOld(ada);
    await expect(begin(ada, { purpose: 'connect' })).rejects.toThrow('confirmation-needed');
    await ada.api.account.confirm({ password: ada.password });
    expect(await byProvider(ada, subject, { purpose: 'connect', returnTo: '/dashboard/security' })).toBe(
      '/dashboard/security',
    );
    const elsewhere = visit(server);
    await byProvider(elsewhere, subject);
    await expect(elsewhere.account.current()).resolves.toMatchObject({ uid: ada.uid });
    const other = await signUp(server);
    expect(await byProvider(other, subject, { purpose: 'connect' })).toBe('/task?problem=identity-taken');
    const [identity] = (await ada.api.account.identities.list()).identities;
    expect(identity).toMatchObject({ issuer: provider.issuer, address: null });
    await expect(other.api.account.identities.remove({ id: identity?.id ?? '' })).rejects.toMatchObject({
      code: 'identity-not-found',
    });
    await ada.api.account.identities.remove({ id: identity?.id ?? '' });
    expect(await byProvider(visit(server), subject)).toBe('/login?problem=address-unverified');
    const kinds = (await ada.api.account.events({ limit: 10 })).events.map(({ kind, subject: of }) => [kind, of]);
    const host = new URL(provider.issuer).host;
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['provider-connected', host],
        ['provider-disconnected', host],
      ]),
    );
  });

  test('the only way in cannot be disconnected; whoever has no password confirms at the provider', async () => {
    const { subject } = newcomer();
    const bob = visit(server);
    await byProvider(bob, subject);
    const uid = (await bob.account.current())?.uid ?? '';
    const [identity] = (await bob.api.account.identities.list()).identities;
    const remove = () => bob.api.account.identities.remove({ id: identity?.id ?? '' });
    await expect(remove()).rejects.toMatchObject({ code: 'only-way-in' });
    await makeOld({ ...bob, uid });
    await expect(remove()).rejects.toMatchObject({ code: 'confirmation-needed' });
    const { subject: another } = newcomer();
    expect(await byProvider(bob, another, { purpose: 'confirm' })).toBe('/task?problem=another-identity');
    await expect(remove()).rejects.toMatchObject({ code: 'confirmation-needed' });
    expect(await byProvider(bob, subject, { purpose: 'confirm' })).toBe('/task');
    await expect(remove()).rejects.toMatchObject({ code: 'only-way-in' });
  });

  test('only in the session that began it, and by nobody but a person', async () => {
    const ada = await signUp(server);
    const back = await logInThere(await begin(ada, { purpose: 'connect' }), newcomer().subject);
    const flow = Object.entries(ada.cookies()).filter(([name]) => name === 'keepsake.openid');
    const mallory = await signUp(server);
    const both = visit(server, { ...mallory.cookies(), ...Object.fromEntries(flow) });
    expect(await comeBack(both, back)).toBe('/task?problem=log-in-expired');
    const { token } = await ada.api.appPasswords.create({ name: 'A program' });
    const answer = await fetch(`${server.baseUrl}/api/openid/begin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: 'connect' }),
    });
    expect(await answer.json()).toMatchObject({ code: 'session-needed' });
    await expect(programWith(token, server).api.account.identities.list()).rejects.toMatchObject({
      code: 'session-needed',
    });
  });
});

test('a log-in replaces the session of the browser, and none begins in an account that is disabled', async () => {
  const { subject } = newcomer();
  const visitor = visit(server);
  await byProvider(visitor, subject);
  const before = visit(server, visitor.cookies());
  await byProvider(visitor, subject);
  await expect(before.account.current()).resolves.toBeNull();
  const { uid } = (await visitor.account.current()) ?? {};
  await query(server, `update people set state = 'disabled' where account = '${uid}'`);
  expect(await byProvider(visit(server), subject)).toBe('/login?problem=account-disabled');
});

test('an account with two-step login asks for the second step after the provider, too', async () => {
  const person = await signUp(server);
  const { subject } = newcomer();
  await byProvider(person, subject, { purpose: 'connect' });
  const { code } = await turnOnTwoStep(person);
  // When somebody logged in there it does not say: a code shows who has the phone, and changes nothing about that.
  provider.changeToken(({ auth_time: _left, ...claims }) => claims);
  const visitor = visit(server);
  expect(await byProvider(visitor, subject, { returnTo: '/folder/x?y=1' })).toBe(
    '/login?second-step=%2Ffolder%2Fx%3Fy%3D1',
  );
  provider.changeToken(undefined);
  await expect(visitor.account.current()).resolves.toBeNull();
  await visitor.account.takeSecondStep({ code: code(), trust: false });
  await expect(visitor.account.current()).resolves.toMatchObject({ uid: person.uid });
  await expect(visitor.api.account.twoStep.turnOff()).rejects.toMatchObject({ code: 'confirmation-needed' });
  const fresh = visit(server);
  await byProvider(fresh, subject);
  await fresh.account.takeSecondStep({ code: code(1), trust: false });
  await fresh.api.account.twoStep.turnOff();
  await expect(fresh.api.account.twoStep.get()).resolves.toMatchObject({ since: null });
});

test.each(['//elsewhere.example', '/.//elsewhere.example', '/x/..//elsewhere.example', 'elsewhere', '/\\elsewhere'])(
  'nobody is sent to another server by %s',
  async (returnTo) => {
    await expect(begin(visit(server), { returnTo })).rejects.toThrow('invalid-input');
  },
);

test('where passwords are closed, only the provider and app passwords let anybody in', async () => {
  const early = await signUp(server);
  const { token } = await early.api.appPasswords.create({ name: 'A program' });
  await turnOnTwoStep(early);
  const { subject: verified, email } = newcomer();
  await byProvider(visit(server), verified);
  await resetPassword(email);
  const cautious = await signUp(server);
  const { subject: ofCautious } = newcomer();
  await byProvider(cautious, ofCautious, { purpose: 'connect' });
  await turnOnTwoStep(cautious);
  await server.stop();
  const closed = await startServer({
    dataFolder: server.dataFolder,
    env: { ...server.settings, PASSWORD_LOGIN: 'closed', OIDC_SIGN_UP: 'closed', OIDC_SECOND_STEP: 'off' },
  });
  const refused = { code: 'password-login-closed', status: 403 };
  const { account } = visit(closed);
  await expect(account.logIn(early)).rejects.toMatchObject(refused);
  await expect(account.signUp(early)).rejects.toMatchObject(refused);
  await expect(account.requestReset(early)).rejects.toMatchObject(refused);
  await expect(account.resetPassword({ token: 'x', newPassword: early.password })).rejects.toMatchObject(refused);
  await expect((await visit(closed).fetch('/api/log-in')).json()).resolves.toEqual({
    password: false,
    provider: 'Home ID',
    signUp: false,
  });
  await expect(programWith(token, closed).api.folders.get({ id: 'root' })).resolves.toBeDefined();
  // Of this provider the operator says that it has a second step of its own.
  expect(await byProvider(visit(closed), ofCautious)).toBe('/task');
  // With the password that it has, it is the only way in none the less.
  const known = visit(closed);
  await byProvider(known, verified);
  const told = await mails.nextMail(email, 'new device');
  expect(told.text).toContain('/dashboard/security');
  expect(told.text).not.toContain('/forgot');
  // What they would be advised elsewhere they could not do here.
  expect(await byProvider(visit(closed), newcomer({ email }).subject)).toBe('/login?problem=account-of-another');
  const [identity] = (await known.api.account.identities.list()).identities;
  const removed = known.api.account.identities.remove({ id: identity?.id ?? '' });
  await expect(removed).rejects.toMatchObject({ code: 'only-way-in' });
  expect(await byProvider(visit(closed), newcomer().subject)).toBe('/login?problem=sign-up-closed');
  // Anybody may have made this one, so whatever opened it ends.
  const { subject } = newcomer({ email: early.email });
  const owner = visit(closed);
  expect(await byProvider(owner, subject)).toBe('/task');
  await expect(owner.account.current()).resolves.toMatchObject({ uid: early.uid });
  await expect(early.api.folders.get({ id: 'root' })).rejects.toMatchObject({ status: 401 });
  await expect(programWith(token, closed).api.folders.get({ id: 'root' })).rejects.toMatchObject({ status: 401 });
  await expect(owner.api.account.identities.list()).resolves.toMatchObject({ hasPassword: false });
  await expect(owner.api.account.twoStep.get()).resolves.toMatchObject({ since: null });
  await mails.nextMail(early.email, 'another way');
});

async function resetPassword(email: string): Promise<void> {
  const visitor = visit(server);
  await visitor.account.requestReset({ email });
  const link = /https?:\S+/.exec((await mails.nextMail(email, 'Set a new')).text ?? '')?.[0] ?? '';
  const opened = await visitor.fetch(link, { redirect: 'manual' });
  const token = new URL(opened.headers.get('location') ?? '', server.baseUrl).searchParams.get('token') ?? '';
  await visitor.account.resetPassword({ token, newPassword: 'a fresh new password' });
}

/** Makes the sessions of a person older than a confirmation lasts. */
async function makeOld({ uid }: Pick<Person, 'uid'>): Promise<void> {
  const ms = (confirmedSeconds + 5) * 1000;
  await query(server, `update session set "confirmedAt" = "confirmedAt" - ${ms} where "userId" = '${uid}'`);
  // The server forgets what it remembers of sessions.
  await logIn(server, await signUp(server));
}
