import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { closingSeconds } from '#contract/limits.ts';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { listenLive } from '#tests/support/client/listen-live.ts';
import { programOf } from '#tests/support/client/program.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { keepEntry } from '#tests/support/database/keep-entry.ts';
import { query, queryEach } from '#tests/support/database/query.ts';
import { seedSiblings } from '#tests/support/database/seed-folders.ts';
import { makeBlobsLook, storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const root = '/api/folders/root';
const large = 40_000;

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startServer({ env: { SMTP_URL: mailServer.url, REMOVAL_DELAY_SECONDS: '0' } });
});

describe('an account that its person closes', () => {
  test('lets nobody in at once, can be kept by who logs in, and is told by mail', async () => {
    const ada = await signUp(server);
    const file = await uploadFile(ada, { name: 'a.txt', body: bytes(20) });
    const { url } = await ada.api.downloadTokens.create({ fileId: file.id });
    const phone = await logIn(server, ada);
    const program = await programOf(ada);
    const heard = await listenLive(phone);
    await expect(program.api.account.close({ email: ada.email })).rejects.toMatchObject({ code: 'session-needed' });
    await expect(ada.api.account.close({ email: 'other@example.org' })).rejects.toMatchObject({
      code: 'address-differs',
    });
    expect((await visit(server).fetch(url)).status).toBe(200);

    const { deletedAt } = await ada.api.account.close({ email: ` ${ada.email.toUpperCase()}` });
    expect(Math.abs(deletedAt - Date.now() - closingSeconds * 1000)).toBeLessThan(3_600_000);
    const statuses = async () =>
      await Promise.all([ada, phone, program].map(async (one) => (await one.fetch(root)).status));
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await visit(server).fetch(url)).status).toBe(404);
    await waitFor(() => heard.ended, { what: 'the end of the stream' });
    const mail = await mailServer.nextMail(ada.email, 'will be deleted');
    const day = new Date(deletedAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail.text).toContain(`On ${day} everything in it is deleted for good`);

    const back = await logIn(server, ada);
    expect(await back.account.current()).toEqual({ uid: ada.uid, email: ada.email, closesAt: deletedAt });
    expect(await openRoutes(back)).toEqual([]);
    await back.account.keepAccount();
    expect(await back.account.current()).toEqual({ uid: ada.uid, email: ada.email });
    expect((await back.fetch(file.url)).status).toBe(200);
    expect((await mailServer.nextMail(ada.email, 'stays')).text).toContain('not deleted');
    const { events } = await back.api.account.events({ list: 'account' });
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['account-closed', 'account-kept']));
  });

  test('is not the last one that runs the server, and the person confirms who they are', async () => {
    const [boss, other] = [await signUp(server), await signUp(server)];
    await query(server, `update people set role = 'member'`, rowFor(boss, 'administrator'));
    await expect(boss.api.account.close({ email: boss.email })).rejects.toMatchObject({ code: 'last-administrator' });
    expect((await boss.fetch(root)).status).toBe(200);
    await query(server, rowFor(other, 'administrator'));
    await boss.api.account.close({ email: boss.email });
    await expect(other.api.account.close({ email: other.email })).rejects.toMatchObject({ code: 'last-administrator' });
    await query(server, `update session set "confirmedAt" = 1 where "userId" = '${other.uid}'`);
    await logIn(server, other);
    const closing = other.api.account.close({ email: other.email });
    await expect(closing).rejects.toMatchObject({ code: 'confirmation-needed' });
    await expect(other.api.account.archive({})).rejects.toMatchObject({ code: 'confirmation-needed' });
    await query(server, `update people set role = 'member'`);
  });

  test('is gone after 14 days with every row and byte, also when the server is killed meanwhile; its address is free', async () => {
    // Sends no mails, whose conversations the kill would break.
    const alone = await startServer({ env: { REMOVAL_DELAY_SECONDS: '0' } });
    const ada = await signUp(alone, { email: 'ada@example.org' });
    const bob = await signUp(alone);
    const shared = bytes(large, 'both have it');
    const kept = await uploadFile(bob, { name: 'kept.bin', body: shared });
    const before = (await storedBlobs(alone)).length;
    const deep = await fill(alone, ada, shared);
    const ids = await idsOf(alone, ada);
    expect(ids.length).toBeGreaterThan(5000);
    await ada.api.account.close({ email: ada.email });
    await query(
      alone,
      `update people set state_at = ${Date.now() - (closingSeconds + 60) * 1000} where account = '${ada.uid}'`,
    );
    const entries = async () =>
      Number((await query(alone, `select count(*) as n from entries where account = '${ada.uid}'`))[0]?.['n']);
    const all = await entries();
    await alone.kill('SIGKILL');
    // However quick it is, it does not come to its end.
    const letGo = await keepEntry(alone, deep);
    alone.expectLog(/This is refused/);
    const restarted = alone.restart();
    await waitFor(async () => (await entries()) < all, { what: 'the deletion to begin' });
    await restarted.catch(() => {});
    await alone.kill('SIGKILL');
    const left = await entries();
    await letGo();
    // Bytes whose rows were gone when it was killed are found in the store after their time of grace.
    await makeBlobsLook(alone, Date.now() - 8 * 24 * 3_600_000);
    await alone.restart();
    // Nobody keeps what is being deleted.
    const late = await logIn(alone, ada).catch(() => undefined);
    await late?.account.keepAccount().catch(() => {});
    const people = () => query(alone, `select account from people where account = '${ada.uid}'`);
    await waitFor(async () => (await people()).length === 0, { what: 'the account to go' });
    expect([left > 0, left < all]).toEqual([true, true]);
    await waitFor(async () => (await storedBlobs(alone)).length === before, { what: 'its bytes to go' });
    // Counters of guesses and calls, which end by themselves.
    expect((await tablesWith(alone, [ada.uid, ada.email, ...ids])).filter((table) => table !== 'attempts')).toEqual([]);
    expect(Buffer.from(await (await bob.fetch(kept.url)).arrayBuffer())).toEqual(Buffer.from(shared));
    await expect(logIn(alone, ada)).rejects.toMatchObject({ code: 'wrong-credentials' });
    const again = await signUp(alone, { email: 'ada@example.org' });
    expect((await again.api.folders.children({ id: 'root' })).files).toEqual([]);
  });
});

/** All that an account can have, in more entries than are deleted at once. Returns the folder that most of it is in. */
async function fill(of: TestServer, person: Person, shared: Uint8Array): Promise<string> {
  const folder = await person.api.folders.create({ name: 'Deep', parentId: null });
  await seedSiblings(of, person, folder.id, 5000);
  const inside = await person.api.folders.create({ name: 'Deeper', parentId: folder.id });
  await uploadFile(person, { name: 'shared.bin', body: shared, folderId: inside.id });
  for (const name of ['one', 'two'])
    await uploadFile(person, { name: 'changed.bin', body: bytes(large, name), folderId: inside.id });
  const trashed = await uploadFile(person, { name: 'trashed.bin', body: bytes(large, 'trashed') });
  await person.api.entries.remove({ id: trashed.id });
  const file = await uploadFile(person, { name: 'small.txt', body: bytes(9) });
  await person.api.downloadTokens.create({ fileId: file.id });
  await person.api.appPasswords.create({ name: 'Program', folderId: folder.id });
  await person.api.archives.create({ ids: [file.id] });
  await person.api.account.archive({ versions: true, trash: true });
  await person.api.account.profile.setName({ name: 'Ada' });
  await person.api.account.twoStep.begin();
  await person.api.account.address.request({ email: 'new.ada@example.org' });
  await tus(person).place({ name: 'begun.bin', length: 8, folderId: folder.id });
  return folder.id;
}

async function idsOf(of: TestServer, { uid }: Person): Promise<string[]> {
  const tables = ['entries', 'blobs', 'uploads', 'account_archives'];
  const rows = await queryEach(
    of,
    tables.map((table) => `select id from ${table} where account = '${uid}'`),
  );
  return rows.flat().map(({ id }) => String(id));
}

/** The tables that name one of some texts anywhere. */
async function tablesWith(of: TestServer, texts: readonly string[]): Promise<string[]> {
  const listed =
    of.databaseUrl === undefined
      ? `select name from sqlite_master where type = 'table' and name not like 'search_grams%'`
      : `select table_name as name from information_schema.tables where table_schema = 'public'`;
  const tables = (await query(of, listed)).map(({ name }) => String(name));
  const rows = await queryEach(
    of,
    tables.map((table) => `select * from "${table}"`),
  );
  return tables.filter((_, i) => texts.some((text) => JSON.stringify(rows[i]).includes(text)));
}

/** Where nobody is asked who they are, or what a session of a closed account is for. */
const isForAnybody = /^\/(healthz|readyz|api\/(auth|docs|log-in|openid|openapi\.json))/;

/** The routes that answer a person something else than that their account is closed. */
async function openRoutes({ fetch }: Person): Promise<string[]> {
  const { paths } = (await (await fetch('/api/openapi.json')).json()) as { paths: Record<string, object> };
  const open: string[] = [];
  for (const [path, item] of Object.entries(paths)) {
    if (isForAnybody.test(path)) continue;
    for (const method of Object.keys(item).filter((key) => key !== 'parameters' && key !== 'options')) {
      const contentType = path === '/api/uploads/{id}' ? 'application/offset+octet-stream' : 'application/json';
      const response = await fetch(path.replaceAll(/\{\w+\}/g, randomUUID()), {
        method: method.toUpperCase(),
        headers: { 'content-type': contentType, 'tus-resumable': '1.0.0', 'upload-length': '8' },
        body: method === 'get' || method === 'head' ? null : '{}',
      });
      const text = await response.text();
      const isClosed = method === 'head' ? response.status === 403 : text.includes('account-closing');
      if (!isClosed) open.push(`${method} ${path}: ${response.status} ${text.slice(0, 80)}`);
    }
  }
  return open;
}

function rowFor({ uid }: Person, role: string): string {
  return `insert into people (account, role, state, state_at) values ('${uid}', '${role}', 'active', 1)
    on conflict (account) do update set role = '${role}'`;
}
