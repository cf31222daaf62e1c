import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type AdminApi, createAdminApi } from '#client/admin-api.ts';
import { createInvitations } from '#client/invitations.ts';
import { confirmedSeconds } from '#contract/limits.ts';
import { noQuotaBytes } from '#contract/texts/sizes.ts';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { freePort } from '#tests/support/fixtures/free-port.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const password = 'a password for a whole life';
const ended = { code: 'invitation-ended', status: 400 };

let server: TestServer;
let ada: Person;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  server = await startServer({ env: { METRICS_PORT: String(metricsPort) } });
});

describe('as long as nobody runs the server', () => {
  test('each start prints a link, and of any number of sign-ups with it one gets the server', async () => {
    const [first = '', second = ''] = [await linkOf(1), await server.restart().then(() => linkOf(2))];
    expect(first).not.toBe(second);
    const { open } = createInvitations(visit(server).server);
    await expect(open({ token: first })).resolves.toMatchObject({ kind: 'setup', from: null, email: null });

    // A sign-up that fails does not use it up.
    await expect(signUpWith(first, 'ada@example.org', 'short')).rejects.toMatchObject({ code: 'password-too-short' });
    const tries = Array.from({ length: 8 }, (_, i) => signUpWith(first, `ada-${i}@example.org`));
    const outcomes = await Promise.allSettled(tries);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => expect.objectContaining(ended)));
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
    ada = await logIn(server, { email: `ada-${winner}@example.org`, password });
    await expect(ada.api.account.role()).resolves.toEqual({ role: 'administrator' });
    await expect(query(server, 'select id from "user"')).resolves.toHaveLength(1);

    for (const token of [first, second]) await expect(open({ token })).rejects.toMatchObject(ended);
    await expect(adminOf(ada).setUp({ token: second })).rejects.toMatchObject(ended);
    await server.restart();
    expect(server.log().match(/\/setup#/g)).toHaveLength(2);
  });
});

describe('an administrator', () => {
  test('invites by address and by link, once, also while sign-up is closed', async () => {
    const { invitations, settings } = adminOf(ada);
    await settings.change({ signUp: 'closed' });
    await expect(signUpWith(undefined, 'x@example.org')).rejects.toMatchObject({ code: 'sign-up-closed' });
    await expect(signUpWith('nonsense', ada.email)).rejects.toMatchObject(ended);
    const made = await invitations.create({ email: 'Cleo@Example.org', quotaBytes: 1000, sendsMail: true });
    // No mail server is set: it lies in the outbox.
    expect(made).toMatchObject({ email: 'cleo@example.org', isSent: false });
    const token = made.url.split('#')[1] ?? '';
    await expect(signUpWith(token, 'x@example.org')).rejects.toMatchObject({ code: 'invitation-for-another' });
    await signUpWith(token, 'cleo@example.org');
    await expect(signUpWith(token, 'cleo@example.org')).rejects.toMatchObject(ended);
    const cleo = await logIn(server, { email: 'cleo@example.org', password });
    await expect(cleo.api.storage()).resolves.toMatchObject({ quotaBytes: 1000 });
    await expect(adminOf(cleo).people.list({})).rejects.toMatchObject({ code: 'not-allowed', status: 403 });

    const link = await invitations.create({});
    await expect(invitations.list()).resolves.toHaveLength(1);
    await invitations.revoke({ id: link.id });
    await expect(signUpWith(link.url.split('#')[1], 'x@example.org')).rejects.toMatchObject(ended);
    await settings.change({ signUp: 'open' });
    const { people: all, sums } = await adminOf(ada).people.list({});
    expect(sums.people).toBe(all.length);
    expect(all.at(-1)).toMatchObject({ email: 'cleo@example.org', quotaBytes: 1000, role: 'member', state: 'active' });
    const { nextCursor } = await adminOf(ada).people.list({ limit: all.length - 1 });
    const rest = await adminOf(ada).people.list({ cursor: nextCursor ?? '' });
    expect(rest).toMatchObject({ people: [{ email: 'cleo@example.org' }], nextCursor: null });
    const unstorable = { code: 'invalid-input' };
    await expect(adminOf(ada).people.list({ cursor: 'a\0' })).rejects.toMatchObject(unstorable);
    await expect(adminOf(ada).people.endSessions({ id: 'a\0' })).rejects.toMatchObject(unstorable);
  });

  test('sets what somebody may store, and what everybody may who has no quota of their own', async () => {
    const { people, settings } = adminOf(ada);
    const dov = await signUp(server);
    await settings.change({ defaultQuotaBytes: 10 });
    const elevenBytes = { name: 'a.txt', body: Buffer.from('elevenbytes') };
    await expect(uploadFile(dov, elevenBytes)).rejects.toMatchObject({ status: 402 });
    await people.change({ id: dov.uid, quotaBytes: noQuotaBytes });
    await expect(dov.api.storage()).resolves.toMatchObject({ quotaBytes: null });
    await expect(uploadFile(dov, elevenBytes)).resolves.toBeDefined();
    await people.change({ id: dov.uid, quotaEntries: 1 });
    await expect(dov.api.folders.create({ name: 'one more', parentId: null })).rejects.toMatchObject({
      code: 'too-many-entries',
    });
    await settings.change({ defaultQuotaBytes: null });
    await expect(kindsOf(dov)).resolves.toEqual(['quota-changed', 'quota-changed']);
    await expect(kindsOf(ada)).resolves.toContain('person-quota-changed');
  });

  test('disables an account: all that it opened ends at once, and goes on when it is enabled', async () => {
    const { people } = adminOf(ada);
    const bo = await signUp(server);
    const file = await uploadFile(bo, { name: 'mine.txt', body: Buffer.from('mine') });
    const { token } = await bo.api.appPasswords.create({ name: 'A program' });
    const { url } = await bo.api.downloadTokens.create({ fileId: file.id });
    const program = programWith(token, server);
    const stream = await bo.fetch('/api/live');
    const hasEnded = drained(stream);
    const upload = await tus(bo).place({ name: 'half.bin', length: 8 });
    await expect(people.change({ id: bo.uid, state: 'disabled' })).resolves.toMatchObject({ state: 'disabled' });
    await hasEnded;
    expect((await bo.fetch('/api/folders/root')).status).toBe(401);
    const append = { method: 'PATCH', headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0' } };
    expect((await bo.fetch(upload, { ...append, body: 'x' })).status).toBeGreaterThanOrEqual(400);
    await expect(program.api.folders.get({ id: 'root' })).rejects.toMatchObject({ status: 401 });
    expect((await visit(server).fetch(url)).status).toBe(404);
    await expect(logIn(server, bo)).rejects.toMatchObject({ code: 'account-disabled' });

    await people.change({ id: bo.uid, state: 'active' });
    expect(await (await visit(server).fetch(url)).text()).toBe('mine');
    await expect(program.api.folders.get({ id: 'root' })).resolves.toBeDefined();
    const again = await logIn(server, bo);
    await expect(kindsOf(again)).resolves.toEqual(expect.arrayContaining(['account-enabled', 'account-disabled']));
    await people.endSessions({ id: bo.uid });
    expect((await again.fetch('/api/folders/root')).status).toBe(401);
  });

  test('turns off two-step login of somebody who lost it, which they are told', async () => {
    const { people } = adminOf(ada);
    const fay = await signUp(server);
    await expect(people.resetTwoStep({ id: fay.uid })).rejects.toMatchObject({ code: 'two-step-is-off' });
    await query(
      server,
      `insert into two_steps (account, secret, stamp, code_salt, on_since, last_step) values ('${fay.uid}', 's', 's', 's', 1, 1)`,
    );
    const { people: before } = await people.list({});
    expect(before.filter(({ hasTwoStepLogin }) => hasTwoStepLogin).map(({ id }) => id)).toEqual([fay.uid]);
    await people.resetTwoStep({ id: fay.uid });
    await expect(logIn(server, fay)).resolves.toMatchObject({ uid: fay.uid });
    const { events } = await fay.api.account.events({ list: 'account' });
    expect(events.find(({ kind }) => kind === 'two-step-off')?.subject).toBe(ada.email);
  });

  test('is always there: nobody takes their own role, and two who take it from each other leave one', async () => {
    const { people } = adminOf(ada);
    await expect(people.change({ id: ada.uid, role: 'member' })).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(people.change({ id: ada.uid, state: 'disabled' })).rejects.toMatchObject({ code: 'not-allowed' });
    const eve = await signUp(server);
    await people.change({ id: eve.uid, role: 'administrator' });
    await Promise.allSettled([
      people.change({ id: eve.uid, role: 'member' }),
      adminOf(eve).people.change({ id: ada.uid, role: 'member' }),
    ]);
    const left = await query(server, `select account from people where role = 'administrator'`);
    expect(left).toHaveLength(1);
    await query(server, `update people set role = 'administrator' where account = '${ada.uid}'`);
  });

  test('sees how the server is, and sends a mail to try it; monitoring reads the same', async () => {
    const { server: watching } = adminOf(ada);
    const done = { isRunning: false, outcome: 'done', failure: null, nextAt: expect.any(Number) };
    // Until the jobs of the start are done, and between two checks that take long.
    const { version } = await vi.waitFor(async () => {
      const report = await watching.report();
      expect(report).toMatchObject({
        problems: [],
        disk: { bytesPerDay: null },
        files: { damaged: 0 },
        address: { publicUrl: null, yours: ada.address, proxy: 'trusted' },
        certificate: null,
        nodes: [{ version: report.version }],
      });
      expect(report.jobs.list).toEqual(
        expect.arrayContaining(
          ['garbage', 'closed-accounts', 'nodes'].map((name) => expect.objectContaining({ name, ...done })),
        ),
      );
      return report;
    });
    await expect(watching.testMail()).resolves.toEqual({ to: ada.email, kind: 'outbox' });
    expect((await watching.report()).mail.sentAt).not.toBeNull();
    const monitored = async () => (await (await fetch(`http://127.0.0.1:${metricsPort}/server`)).json()) as unknown;
    await expect.poll(monitored).toMatchObject({ problems: [], version });
  });

  test('types the password again, and is no program', async () => {
    const { token } = await ada.api.appPasswords.create({ name: 'A program' });
    const refused = createAdminApi(programWith(token, server).server).people.list({});
    await expect(refused).rejects.toMatchObject({ code: 'session-needed' });
    await query(
      server,
      `update session set "confirmedAt" = ${Date.now() - (confirmedSeconds + 5) * 1000} where "userId" = '${ada.uid}'`,
    );
    const list = () =>
      adminOf(ada)
        .people.list({})
        .then(
          () => undefined,
          ({ code }: { code: string }) => code,
        );
    await waitFor(async () => (await list()) === 'confirmation-needed', { what: 'the end of the confirmation' });
    await ada.api.account.confirm({ password });
    await expect(list()).resolves.toBeUndefined();
  });
});

/** The token of the link that a start printed. */
async function linkOf(start: number): Promise<string | undefined> {
  const all = () => [...server.log().matchAll(/\/setup#([\w-]+)/g)].map(([, token]) => token);
  return await waitFor(() => all()[start - 1], { what: 'the link' });
}

async function signUpWith(invitation: string | undefined, email: string, secret = password): Promise<void> {
  const visitor = visit(server);
  if (invitation === undefined) await visitor.account.signUp({ email, password: secret });
  else await createInvitations(visitor.server).signUp({ email, password: secret, name: email, invitation });
}

async function kindsOf(person: Person): Promise<string[]> {
  const { events } = await person.api.account.events({ list: 'account' });
  return events.map(({ kind }) => kind);
}

/** Reads until the end. */
async function drained({ body }: Response): Promise<void> {
  await body?.pipeTo(new WritableStream());
}

function adminOf(person: Person): AdminApi {
  return createAdminApi(person.server);
}
