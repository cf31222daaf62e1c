import { beforeAll, expect, test } from 'vitest';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programOf } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const password = 'correct horse battery';
const newPassword = 'a fresh new password';
const dayMs = 24 * 60 * 60 * 1000;

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startServer({ env: { SMTP_URL: mailServer.url } });
});

test('people see what happened with their account, and nobody else does', async () => {
  const ada = await signUp(server, { password });
  await expect(logIn(server, { ...ada, password: 'wrong password' })).rejects.toMatchObject({
    code: 'wrong-credentials',
  });
  const failed = () => ada.api.account.events({ list: 'failed-log-ins' });
  const [wrong] = await waitFor(async () => (await failed()).events.length > 0 && (await failed()).events, {
    what: 'the failed log-in',
  });
  expect(wrong).toMatchObject({ kind: 'log-in-failed', times: 1 });
  const file = await uploadFile(ada, { name: 'shared.bin', body: bytes(10) });
  const program = await programOf(ada);
  const token = await ada.api.downloadTokens.create({ fileId: file.id });
  await ada.api.downloadTokens.revoke({ id: token.id });
  await ada.api.appPasswords.revoke({ id: program.id });
  await ada.account.logOut();
  await ada.account.logIn(ada);

  const { events, nextCursor } = await ada.api.account.events({});
  expect(events.map(({ kind }) => kind)).toEqual([
    'log-in',
    'log-out',
    'app-password-revoked',
    'download-token-revoked',
    'download-token-created',
    'app-password-created',
    'log-in',
    'sign-up',
  ]);
  expect(nextCursor).toBeNull();
  expect(events[5]).toMatchObject({ address: ada.address, subject: 'A program', userAgent: 'node' });
  expect(events[1]).toMatchObject({ address: ada.address });
  for (const { at } of events) expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);

  const bob = await signUp(server);
  expect((await bob.api.account.events({})).events).toEqual([]);
  const asProgram = (await programOf(bob)).api.account.events({});
  await expect(asProgram).rejects.toMatchObject({ code: 'session-needed' });
  expect((await visit(server).fetch('/api/account/events')).status).toBe(401);
});

test('the operator sees it in the log, without what people chose', async () => {
  const ada = await signUp(server, { password });
  await ada.api.appPasswords.create({ name: 'private name of a program' });
  const lines = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes(ada.uid) && line.includes('"msg":"Account"'));
  await waitFor(() => lines().length >= 3, { what: 'the lines in the log' });
  expect(lines().map((line) => JSON.parse(line).event)).toEqual(['sign-up', 'log-in', 'app-password-created']);
  expect(server.log()).not.toMatch(/private name|example\.org/);
});

test('a mail tells of a new device, a new app password and a new password', async () => {
  const ada = await signUp(server, { password });
  const sameDevice = visit(server);
  await sameDevice.fetch('/api/auth/sign-in/email', signIn(ada, { 'x-forwarded-for': ada.address }));
  await ada.api.appPasswords.create({ name: 'Camera\u202eof Ada' });
  const first = await mailServer.nextMail(ada.email);
  expect([first.subject, first.text]).toEqual([
    'A new app password for Keepsake',
    // No name disguises a part of the mail.
    expect.stringContaining('Camera\ufffdof Ada'),
  ]);

  const elsewhere = { 'user-agent': 'Another Browser/7.1', 'x-forwarded-for': ada.address };
  await visit(server).fetch('/api/auth/sign-in/email', signIn(ada, elsewhere));
  const second = await mailServer.nextMail(ada.email);
  expect([second.subject, second.text]).toEqual([
    'A new device logged in to Keepsake',
    expect.stringContaining('Browser: Another Browser\n'),
  ]);
  expect((await kindsOf(ada))[0]).toBe('new-device');
  // The same browser, when it is newer.
  const newer = { ...elsewhere, 'user-agent': 'Another Browser/8.0' };
  await visit(server).fetch('/api/auth/sign-in/email', signIn(ada, newer));
  expect((await kindsOf(ada))[0]).toBe('log-in');

  await visit(server).account.requestReset({ email: ada.email });
  const link = /https?:\S+/.exec((await mailServer.nextMail(ada.email)).text ?? '')?.[0] ?? '';
  const { pathname } = new URL(link);
  await visit(server).account.resetPassword({ token: pathname.split('/').at(-1) ?? '', newPassword });
  expect((await mailServer.nextMail(ada.email)).subject).toBe('Your Keepsake password was changed');
  const again = await logIn(server, { email: ada.email, password: newPassword });
  expect(await kindsOf(again)).toContain('password-reset');
});

test('nobody displaces what happened, however much they do', async () => {
  const ada = await signUp(server, { password });
  const file = await uploadFile(ada, { name: 'shared.bin', body: bytes(10) });
  const program = await programOf(ada);
  const later = Array.from(
    { length: 1000 },
    (_, i) =>
      `('ffffffff-0000-7000-8000-${String(i).padStart(12, '0')}', '${ada.uid}', ${Date.now() - dayMs}, 'download-token-created')`,
  );
  await query(server, `insert into account_events (id, account, at, kind) values ${later.join(',')}`);
  await program.api.downloadTokens.create({ fileId: file.id });
  await query(server, `delete from account_events where id like 'ffffffff-%'`);
  expect(await kindsOf(ada)).toEqual(['download-token-created', 'app-password-created', 'log-in', 'sign-up']);

  // The same again is counted, and so is what there is too much of.
  for (let i = 0; i < 4; i += 1) await program.api.downloadTokens.create({ fileId: file.id });
  for (let i = 0; i < 22; i += 1) {
    const { id } = await program.api.downloadTokens.create({ fileId: file.id });
    await program.api.downloadTokens.revoke({ id });
  }
  const { events } = await ada.api.account.events({});
  const of = (wanted: string) => events.filter(({ kind }) => kind === wanted).map(({ times }) => times);
  expect(of('download-token-created')).toEqual([3, ...Array(18).fill(1), 6]);
  expect(of('download-token-revoked')).toEqual([3, ...Array(19).fill(1)]);
  expect(events.map(({ kind }) => kind).slice(-3)).toEqual(['app-password-created', 'log-in', 'sign-up']);

  // The next day they are listed again.
  await query(server, `update account_events set at = at - ${dayMs} where account = '${ada.uid}'`);
  await program.api.downloadTokens.create({ fileId: file.id });
  expect((await ada.api.account.events({ limit: 1 })).events[0]).toMatchObject({ times: 1 });
});

test('guesses are in a list of their own, and lists have pages', async () => {
  const ada = await signUp(server, { password });
  for (const userAgent of ['One/1', 'One/1', 'Two/1'])
    await visit(server).fetch(
      '/api/auth/sign-in/email',
      signIn({ ...ada, password: 'wrong password' }, { 'user-agent': userAgent, 'x-forwarded-for': ada.address }),
    );
  const failed = { list: 'failed-log-ins', limit: 1 } as const;
  const [first, second] = await waitFor(
    async () => {
      const page = await ada.api.account.events(failed);
      return page.nextCursor !== null && [page, await ada.api.account.events({ ...failed, cursor: page.nextCursor })];
    },
    { what: 'the failed log-ins' },
  );
  expect(first?.events).toMatchObject([{ userAgent: 'Two/1', times: 1 }]);
  expect(second).toMatchObject({ events: [{ userAgent: 'One/1', times: 2 }], nextCursor: null });
  expect(await kindsOf(ada)).toEqual(['log-in', 'sign-up']);
  await expect(ada.api.account.events({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-input' });
});

async function kindsOf(person: Person): Promise<string[]> {
  return (await person.api.account.events({})).events.map(({ kind }) => kind);
}

function signIn({ email, password: own }: Person, headers: Record<string, string>): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password: own }),
  };
}
