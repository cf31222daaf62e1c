import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInvitations } from '#client/invitations.ts';
import { logIn, signUp, visit } from '#tests/support/client/build-account.ts';
import { operate, operateJson } from '#tests/support/server/operator.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const password = 'a password for a whole life';

test('what administrators do is done on the command line beside a running server, with its trail', async () => {
  const server = await startServer();
  const ada = await signUp(server, { email: 'ada@example.org' });
  expect(await operate(server, ['admin', 'nobody@example.org'])).toMatchObject({ code: 1 });
  await operateJson(server, ['admin', 'Ada@example.org']);
  await expect(ada.api.account.role()).resolves.toEqual({ role: 'administrator' });
  expect((await operate(server, ['people', 'member', 'ada@example.org'])).stderr).toContain(
    'Somebody has to run this server',
  );

  expect((await operate(server, ['people', 'invite', ' Ada@example.org '])).stderr).toContain('already');
  const invited = ['people', 'invite', 'fern@example.org', '--quota', '50GB'];
  const { url } = await operateJson<{ url: string }>(server, invited);
  const invitation = url.split('#')[1] ?? '';
  const invitations = createInvitations(visit(server).server);
  await invitations.signUp({ email: 'fern@example.org', password, name: 'Fern', invitation });
  const fern = await logIn(server, { email: 'fern@example.org', password });
  await expect(fern.api.storage()).resolves.toMatchObject({ quotaBytes: 50_000_000_000 });

  await operateJson(server, ['people', 'quota', 'fern@example.org', '--quota', 'none', '--entries', '7']);
  await operateJson(server, ['people', 'disable', 'fern@example.org']);
  await expect.poll(async () => (await fern.fetch('/api/folders/root')).status).toBe(401);
  await expect(logIn(server, fern)).rejects.toMatchObject({ code: 'account-disabled' });
  const people = await operateJson<object[]>(server, ['people', 'list']);
  expect(people).toMatchObject([
    { email: 'ada@example.org', role: 'administrator', state: 'active' },
    { email: 'fern@example.org', name: 'Fern', state: 'disabled', quotaEntries: 7 },
  ]);
  expect((await operate(server, ['people', 'list'])).stdout).toContain(
    'fern@example.org: member, disabled, 0 bytes, no limit, 0 of 7 entries, last seen',
  );

  await operateJson(server, ['people', 'enable', 'fern@example.org']);
  const again = await logIn(server, fern);
  const { events } = await again.api.account.events({ list: 'account' });
  const ofOperator = events.filter(({ subject }) => subject === 'the command line');
  expect(ofOperator.map(({ kind }) => kind)).toEqual(['account-enabled', 'account-disabled', 'quota-changed']);
  await operateJson(server, ['people', 'end-sessions', 'fern@example.org']);
  await expect.poll(async () => (await again.fetch('/api/folders/root')).status).toBe(401);

  const closed = await operateJson(server, ['people', 'close', 'fern@example.org']);
  expect(closed).toMatchObject({ state: 'closed', handOver: null });
  await expect(logIn(server, fern)).rejects.toMatchObject({ code: 'account-disabled' });
  await operateJson(server, ['people', 'hand-over', 'fern@example.org', 'Ada@example.org']);
  expect((await operate(server, ['people', 'list'])).stdout).toMatch(/fern.*closed.*files go to ada@example\.org/);
  expect(await operateJson(server, ['people', 'hand-over', 'fern@example.org', 'nobody'])).toMatchObject({
    handOver: null,
  });
  await operateJson(server, ['people', 'enable', 'fern@example.org']);
  const kinds = (await (await logIn(server, fern)).api.account.events({ list: 'account' })).events.map(
    ({ kind }) => kind,
  );
  expect(kinds).toEqual(
    expect.arrayContaining([
      'account-reopened',
      'hand-over-taken-back',
      'hand-over-planned',
      'account-closed-by-administrator',
    ]),
  );
  const outbox = join(server.dataFolder, 'outbox');
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
  expect(mails.filter((mail) => mail.includes('To: fern@example.org') && mail.includes('handed over'))).toHaveLength(2);
  for (const wrong of [
    ['people'],
    ['people', 'quota', 'fern@example.org'],
    ['people', 'hand-over', 'fern@example.org'],
    ['people', 'close', 'fern@example.org', 'ada@example.org'],
    ['people', 'list', '--quota', '5GB'],
    ['people', 'list', 'fern@example.org'],
    ['people', 'invite', '--entries', '5'],
    ['people', 'disable', 'fern@example.org', '--quota', '5GB'],
    ['people', 'quota', 'fern@example.org', '--quota', '50'],
    ['people', 'invite', 'not an address'],
    ['admin'],
  ])
    expect((await operate(server, wrong)).code).toBe(2);
});

test('the operator makes a link by which somebody whom no mail reaches sets a new password, once', async () => {
  const server = await startServer();
  const fern = await signUp(server, { email: 'fern@example.org' });
  const newPassword = 'another one for a whole life';
  const { url } = await operateJson<{ url: string }>(server, ['people', 'password-link', 'Fern@example.org']);
  expect(url).toMatch(/^http:\/\/localhost:\d+\/api\/auth\/reset-password\/[\w-]{43}\?callbackURL=%2Freset$/);
  const token = new URL(url).pathname.split('/').at(-1) ?? '';
  await visit(server).account.resetPassword({ token, newPassword });
  expect((await fern.fetch('/api/folders/root')).status).toBe(401);
  await expect(visit(server).account.resetPassword({ token, newPassword: password })).rejects.toMatchObject({
    code: 'reset-link-ended',
  });
  const { api } = await logIn(server, { email: 'fern@example.org', password: newPassword });
  const { events } = await api.account.events({ list: 'account' });
  expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['password-link-made', 'password-reset']));
  expect(server.log()).not.toContain(token);
  const { stderr } = await operate(server, ['people', 'invite']);
  expect(stderr).toContain('PUBLIC_URL is not set, so the link leads to this machine');
  expect((await operate(server, ['people', 'password-link', 'nobody@example.org'])).stderr).toContain(
    'nobody@example.org has no account',
  );
  expect((await operate(server, ['people', 'password-link'])).code).toBe(2);
});

test('the operator disables and closes accounts of a server that nobody administers', async () => {
  const server = await startServer();
  await signUp(server, { email: 'ada@example.org' });
  for (const [what, state] of [
    ['disable', 'disabled'],
    ['enable', 'active'],
    ['close', 'closed'],
  ] as const)
    expect(await operateJson(server, ['people', what, 'ada@example.org'])).toMatchObject({ state });
});
