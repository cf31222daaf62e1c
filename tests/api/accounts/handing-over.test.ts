import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AdminApi, createAdminApi } from '#client/admin-api.ts';
import { closingSeconds, maxFolderDepth } from '#contract/limits.ts';
import { logIn, type Person, signUp, visit } from '#tests/support/client/build-account.ts';
import { filesBelow } from '#tests/support/client/files-below.ts';
import { programOf } from '#tests/support/client/program.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { refuseEntry } from '#tests/support/database/keep-entry.ts';
import { query } from '#tests/support/database/query.ts';
import { seedFolders } from '#tests/support/database/seed-folders.ts';
import { setQuota } from '#tests/support/database/set-quota.ts';
import { blobOf, storeBytes } from '#tests/support/database/stored-bytes.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const root = '/api/folders/root';
const large = 8 * 1024 ** 2;
const manyFiles = 160;
const changedAt = Date.UTC(2020, 1, 2);

let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let server: TestServer;
let boss: Person;
let admin: AdminApi;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startServer({ env: { SMTP_URL: mailServer.url, REMOVAL_DELAY_SECONDS: '0' } });
  [boss, admin] = await newBoss(server);
});

describe('an account that an administrator closes', () => {
  test('ends at once, lets nobody in, is told by mail, and is opened again until its time is over', async () => {
    const ada = await signUp(server);
    const file = await uploadFile(ada, { name: 'a.txt', body: bytes(20) });
    const { url } = await ada.api.downloadTokens.create({ fileId: file.id });
    const program = await programOf(ada);
    await expect(admin.people.change({ id: boss.uid, state: 'closed' })).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(admin.people.change({ id: ada.uid, state: 'closed' })).resolves.toMatchObject({ state: 'closed' });
    for (const one of [ada, program]) expect((await one.fetch(root)).status).toBe(401);
    expect((await visit(server).fetch(url)).status).toBe(404);
    await expect(logIn(server, ada)).rejects.toMatchObject({ code: 'account-disabled' });
    const mail = await mailServer.nextMail(ada.email, 'will be deleted');
    expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(
      `${boss.email}, who runs this server, closed your account. On ${dueDay()}`,
    );
    await expect(admin.people.change({ id: ada.uid, state: 'disabled' })).rejects.toMatchObject({
      code: 'not-allowed',
    });

    await admin.people.change({ id: ada.uid, state: 'active' });
    await mailServer.nextMail(ada.email, 'stays');
    const back = await logIn(server, ada);
    expect((await back.fetch(file.url)).status).toBe(200);
    expect(await kindsOf(back)).toEqual(
      expect.arrayContaining(['account-reopened', 'account-closed-by-administrator']),
    );
    expect(await kindsOf(boss)).toEqual(expect.arrayContaining(['person-reopened', 'person-closed']));

    await back.api.account.close({ email: ada.email });
    for (const state of ['active', 'closed'] as const)
      await expect(admin.people.change({ id: ada.uid, state })).rejects.toMatchObject({ code: 'not-allowed' });
  });

  test('is handed over to another active person only, who is never the one that asks; the person is told', async () => {
    const [ada, bob, off] = [await signUp(server), await signUp(server), await signUp(server)];
    const to = async (handOverTo: string | null) => await admin.people.change({ id: ada.uid, handOverTo });
    await expect(to(bob.uid)).rejects.toMatchObject({ code: 'account-not-closed' });
    await admin.people.change({ id: off.uid, state: 'disabled' });
    await admin.people.change({ id: ada.uid, state: 'closed' });
    for (const wrong of [boss.uid, ada.uid, off.uid])
      await expect(to(wrong)).rejects.toMatchObject({ code: 'recipient-refused' });
    await expect(to('nobody')).rejects.toMatchObject({ code: 'person-not-found' });

    const planned = await to(bob.uid);
    expect(planned.handOver).toEqual({ to: { id: bob.uid, email: bob.email, name: bob.email }, problem: null });
    const { text = '' } = await mailServer.nextMail(ada.email, 'will be handed over');
    for (const said of [bob.email, boss.email, dueDay(), 'Keep my account']) expect(text).toContain(said);
    await expect(to(null)).resolves.toMatchObject({ handOver: null });
    await mailServer.nextMail(ada.email, 'will not be handed over');

    await to(bob.uid);
    await expect(admin.people.change({ id: ada.uid, state: 'active' })).resolves.toMatchObject({ handOver: null });
    const back = await logIn(server, ada);
    await back.api.account.close({ email: ada.email });
    await to(bob.uid);
    const kept = await logIn(server, ada);
    await kept.account.keepAccount();
    expect(await query(server, `select * from hand_overs where account = '${ada.uid}'`)).toEqual([]);
    const { events } = await kept.api.account.events({ list: 'account' });
    expect(events.filter(({ kind }) => kind === 'hand-over-planned').map(({ subject }) => subject)).toEqual(
      Array.from({ length: 3 }, () => bob.email),
    );
    await admin.people.change({ id: off.uid, state: 'active' });
  });
});

test('what is handed over is all there before anything is deleted: without room, without recipient, killed in the middle', async () => {
  // Sends no mails, whose conversations the kill would break.
  const own = await startServer({ env: { REMOVAL_DELAY_SECONDS: '0' } });
  own.expectLog(/A blob is damaged|Could not hand over/);
  const [, people] = await newBoss(own);
  const [ada, bob, cleo] = [await signUp(own), await signUp(own), await signUp(own)];
  const sent = await fill(own, ada);
  await uploadFile(bob, { name: 'own.txt', body: bytes(9) });
  await people.people.change({ id: ada.uid, state: 'closed' });
  await people.people.change({ id: ada.uid, handOverTo: cleo.uid });
  const state = async () => {
    const { people: all } = await people.people.list({ limit: 1000 });
    return all.find(({ id }) => id === ada.uid);
  };
  const problem = async () => (await state())?.handOver?.problem;
  const there = async () =>
    Number(
      (await query(own, `select count(*) as n from entries where account = '${bob.uid}' and kind = 'file'`))[0]?.['n'],
    );

  // Nobody can get it any more.
  await people.people.change({ id: cleo.uid, state: 'disabled' });
  await query(
    own,
    `update people set state_at = ${Date.now() - (closingSeconds + 60) * 1000} where account = '${ada.uid}'`,
  );
  await own.restart();
  await waitFor(async () => (await state())?.stateAt === 0, { what: 'the end of the time' });
  await expect(problem()).resolves.toBe('recipient-gone');
  await expect(people.people.change({ id: ada.uid, state: 'active' })).rejects.toMatchObject({
    code: 'account-closing',
  });

  // It does not fit.
  await setQuota(own, bob, large);
  await people.people.change({ id: ada.uid, handOverTo: bob.uid });
  await own.restart();
  await waitFor(async () => (await problem()) === 'no-room', { what: 'no room' });
  expect(await there()).toBe(1);
  await query(own, `update accounts set quota_bytes = null where user_id = '${bob.uid}'`);

  const letIn = await refuseEntry(own, { account: bob.uid, name: `${manyFiles - 1}.txt` });
  await own.restart();
  await waitFor(async () => (await there()) > 10, { what: 'some files' });
  await own.kill('SIGKILL');
  await letIn();
  await own.restart();
  await waitFor(async () => (await state()) === undefined, { what: 'the deletion' });

  const { folders } = await bob.api.folders.children({ id: 'root' });
  expect(folders.map(({ name }) => name)).toEqual([`From ${ada.email}`]);
  const got = await filesBelow(bob, folders[0]?.id ?? '');
  expect([...got.keys()].toSorted()).toEqual([...sent.keys()].toSorted());
  for (const [path, body] of sent)
    expect(Buffer.from(await (await bob.fetch(got.get(path)?.url ?? '')).arrayBuffer()).equals(body)).toBe(true);
  expect(got.get('Photos/large.bin')?.modifiedAt).toBe(changedAt);
  const outbox = join(own.dataFolder, 'outbox');
  const mails = async () =>
    await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
  const isSaid = (mail: string) => mail.includes(`To: ${bob.email}`) && mail.includes('One file could not be read');
  await waitFor(async () => (await mails()).some(isSaid), { what: 'the mail' });
  expect(await kindsOf(bob)).toContain('files-handed-over');
  for (const table of ['people', 'hand_overs', 'entries'])
    expect(await query(own, `select account from ${table} where account = '${ada.uid}'`)).toEqual([]);
});

test('a file that was damaged once, and is whole again, is handed over, too', async () => {
  const own = await startServer({ env: { REMOVAL_DELAY_SECONDS: '0' } });
  own.expectLog(/Could not hand over|A damaged blob is whole again/);
  const [, people] = await newBoss(own);
  const [ada, bob] = [await signUp(own), await signUp(own)];
  const body = bytes(large);
  await uploadFile(ada, { name: 'large.bin', body });
  await people.people.change({ id: ada.uid, state: 'closed' });
  await people.people.change({ id: ada.uid, handOverTo: bob.uid });
  await query(own, `update blobs set damaged_at = 1 where account = '${ada.uid}'`);
  await query(
    own,
    `update people set state_at = ${Date.now() - (closingSeconds + 60) * 1000} where account = '${ada.uid}'`,
  );
  const state = async () => (await people.people.list({ limit: 10 })).people.find(({ id }) => id === ada.uid);
  const isTried = async () => (await state())?.handOver?.problem === 'failed' || (await state()) === undefined;
  await own.restart();
  await waitFor(isTried, { what: 'the first try' });
  await own.restart();
  await waitFor(async () => (await state()) === undefined, { what: 'the deletion' });
  const { folders } = await bob.api.folders.children({ id: 'root' });
  const got = await filesBelow(bob, folders[0]?.id ?? '');
  expect(Buffer.from(await (await bob.fetch(got.get('large.bin')?.url ?? '')).arrayBuffer()).equals(body)).toBe(true);
});

async function newBoss(of: TestServer): Promise<[Person, AdminApi]> {
  const person = await signUp(of);
  await query(
    of,
    `insert into people (account, role, state, state_at) values ('${person.uid}', 'administrator', 'active', 1)
    on conflict (account) do update set role = 'administrator'`,
  );
  return [person, createAdminApi(person.server)];
}

/** What is handed over, by its path there: folders too deep for it stand at the top. Also what is not: Trash, versions, damage. */
async function fill(of: TestServer, person: Person): Promise<Map<string, Buffer>> {
  const sent = new Map<string, Buffer>();
  const put = async (path: string, body: Buffer, folderId: string | null) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    sent.set(path, body);
    return await uploadFile(person, { name, body, folderId, lastModified: changedAt });
  };
  const photos = await person.api.folders.create({ name: 'Photos', parentId: null });
  await put('letter.txt', Buffer.from(bytes(40, 'old')), null);
  await put('letter.txt', Buffer.from(bytes(50, 'new')), null);
  await put('empty.txt', Buffer.alloc(0), null);
  await put('Photos/large.bin', Buffer.from(bytes(large)), photos.id);
  const deep = await seedFolders(of, person, maxFolderDepth);
  // What is inserted is not counted.
  await query(
    of,
    `update accounts set used_entries = used_entries + ${maxFolderDepth} where user_id = '${person.uid}'`,
  );
  await put(`${maxFolderDepth}/deep.txt`, Buffer.from(bytes(30, 'deep')), deep.at(-1) ?? null);
  const trashed = await uploadFile(person, { name: 'trashed.txt', body: bytes(30, 'trashed') });
  await person.api.entries.remove({ id: trashed.id });
  for (let first = 0; first < manyFiles; first += 16)
    await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        put(`Photos/${first + i}.txt`, Buffer.from(bytes(20_000, `many ${first + i}`)), photos.id),
      ),
    );
  const damaged = await uploadFile(person, { name: 'damaged.txt', body: bytes(30, 'damaged') });
  await storeBytes(of, await blobOf(of, damaged), Buffer.from(bytes(30, 'other')));
  return sent;
}

async function kindsOf(person: Person): Promise<string[]> {
  const { events } = await person.api.account.events({ list: 'account' });
  return events.map(({ kind }) => kind);
}

function dueDay(): string {
  return new Date(Date.now() + closingSeconds * 1000).toLocaleDateString('en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
