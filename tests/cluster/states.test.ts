import { beforeAll, describe, expect, test } from 'vitest';
import { createAdminApi } from '#client/admin-api.ts';
import { confirmedSeconds } from '#contract/limits.ts';
import { logIn, type Person, personAt, signUp, visit } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { programWith } from '#tests/support/client/program.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { hearSignals } from '#tests/support/database/hear-signals.ts';
import { query } from '#tests/support/database/query.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startTwoNodes } from '#tests/support/server/two-nodes.ts';

const root = '/api/folders/root';

let nodes: Awaited<ReturnType<typeof startTwoNodes>>;
beforeAll(async () => {
  nodes = await startTwoNodes();
});

describe('over two nodes', () => {
  test('an account that is disabled on one node is refused on the other one at once, and enabled there again', async () => {
    const admin = createAdminApi((await administratorAt(nodes.one)).server);
    const { there, opened, heard, upload, statuses } = await openedAt(nodes.other);
    expect(await statuses()).toEqual([200, 200, 200]);
    const signals = await hearSignals(nodes.one.databaseUrl);
    await admin.people.change({ id: there.uid, state: 'disabled' });
    // Those that ask the database are refused already; what a node remembers ends with the signal.
    expect(await statusOf(opened.program)).toBe(401);
    expect(await statusOf(opened.link)).toBe(404);
    await waitFor(() => signals.some(({ about, account }) => about === 'sessions' && account === there.uid), {
      what: 'the signal',
    });
    await waitFor(async () => heard.ended && (await statusOf(opened.session)) === 401, {
      what: 'the end of everything on the other node',
    });
    expect((await tus(there).send(upload, 0, 'more')).status).toBe(401);
    await expect(logIn(nodes.other, there)).rejects.toMatchObject({ code: 'account-disabled' });

    await admin.people.change({ id: there.uid, state: 'active' });
    expect([await statusOf(opened.program), await statusOf(opened.link)]).toEqual([200, 200]);
    const again = await logIn(nodes.other, there);
    const sent = await tus(again).send(upload, 0, Buffer.alloc(8));
    expect(sent.status).toBe(204);
  });

  test('an account that its person closes on one node is refused on the other one, and kept there', async () => {
    const { there, opened, heard, statuses } = await openedAt(nodes.other);
    const here = personAt(nodes.one, there);
    expect(await statuses()).toEqual([200, 200, 200]);
    await here.api.account.close({ email: here.email });
    await waitFor(async () => heard.ended && (await statuses()).join() === '401,401,404', {
      what: 'the end of everything on the other node',
    });
    const back = await logIn(nodes.other, there);
    expect((await personAt(nodes.one, back).fetch(root)).ok).toBe(false);
    await back.account.keepAccount();
    await waitFor(async () => (await personAt(nodes.one, back).fetch(root)).status === 200, {
      what: 'the account to be there again',
    });
    expect(await statusOf(opened.link)).toBe(404);
  });

  test('a confirmation on one node counts on the other one', async () => {
    const here = await signUp(nodes.one);
    const there = personAt(nodes.other, here);
    const old = Date.now() - (confirmedSeconds + 5) * 1000;
    await query(nodes.one, `update session set "confirmedAt" = ${old} where "userId" = '${here.uid}'`);
    const begin = async () => (await there.fetch('/api/account/two-step', { method: 'POST' })).status;
    expect(await begin()).toBe(403);
    await here.api.account.confirm({ password: here.password });
    await waitFor(async () => (await begin()) === 201, { what: 'the confirmation on the other node' });
  });
});

/** Somebody new at a node with everything that opens an account, a stream that is open and an upload that has begun. */
async function openedAt(node: (typeof nodes)['one']) {
  const there = await signUp(node);
  const file = await uploadFile(there, { name: 'mine.txt', body: Buffer.from('mine') });
  const { url } = await there.api.downloadTokens.create({ fileId: file.id });
  const { token } = await there.api.appPasswords.create({ name: 'A program' });
  const heard = await listenLive(there);
  const upload = await tus(there).place({ name: 'half.bin', length: 8 });
  const program = programWith(token, node);
  const opened = {
    session: () => there.fetch(root),
    program: () => program.fetch(root),
    link: () => visit(node).fetch(url),
  };
  const statuses = () => Promise.all(Object.values(opened).map(statusOf));
  return { there, opened, heard, upload, statuses };
}

async function statusOf(ask: () => Promise<Response>): Promise<number> {
  return (await ask()).status;
}

async function administratorAt(node: (typeof nodes)['one']): Promise<Person> {
  const person = await logIn(node, await signUp(node));
  await query(node, `update people set role = 'administrator' where account = '${person.uid}'`);
  return person;
}
