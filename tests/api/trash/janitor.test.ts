import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maxFinishedUploads } from '#contract/limits.ts';
import { trashRetentionMs } from '#contract/trash.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { roomOf } from '#tests/support/database/account-usage.ts';
import { query } from '#tests/support/database/query.ts';
import { makeBlobsLook, storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const dayMs = 24 * 60 * 60 * 1000;
const large = 40_000;

describe('the janitor, when the server starts and once a day', () => {
  let server: TestServer;
  let ada: Person;
  beforeEach(async () => {
    server = await startServer({ env: { REMOVAL_DELAY_SECONDS: '0' } });
    ada = await signUp(server);
  });
  afterEach(async () => {
    await server.stop();
  });

  test('deletes what lies in Trash for 30 days, and nothing that came later', async () => {
    const old = await ada.api.folders.create({ name: 'Old', parentId: null });
    await uploadFile(ada, { name: 'a.bin', body: bytes(large, 'old'), folderId: old.id });
    const young = await uploadFile(ada, { name: 'b.bin', body: bytes(large, 'young') });
    for (const id of [old.id, young.id]) await ada.api.entries.remove({ id });
    const trashedSince = (ms: number, id: string) =>
      query(server, `update entries set trashed_at = ${Date.now() - ms} where id = '${id}'`);
    await trashedSince(trashRetentionMs + 1000, old.id);
    await trashedSince(trashRetentionMs - dayMs, young.id);
    await server.restart();
    const left = await waitFor(
      async () => {
        const { items } = await ada.api.trash.list({});
        return items.length === 1 && items;
      },
      { what: 'the old folder to go' },
    );
    expect(left[0]?.entry.file?.id).toBe(young.id);
    await waitFor(async () => (await roomOf(server, ada)).used === large, { what: 'its room to be free' });
    await waitFor(async () => (await storedBlobs(server)).length === 1, { what: 'its bytes to go' });
  });

  test('takes back a copy in steps that was interrupted an hour ago', async () => {
    const { id } = await ada.api.folders.create({ name: 'Half a copy', parentId: null });
    await uploadFile(ada, { name: 'a.txt', body: bytes(20), folderId: id });
    const unfinishedSince = (ms: number) =>
      query(server, `update entries set trashed_at = -1, modified_at = ${Date.now() - ms} where id = '${id}'`);
    const entries = async () => Number((await query(server, 'select count(*) as n from entries'))[0]?.['n']);
    await unfinishedSince(0);
    await server.restart();
    expect([(await ada.api.folders.children({ id: 'root' })).folders, (await ada.api.trash.list({})).items]).toEqual([
      [],
      [],
    ]);
    expect(await entries()).toBe(2);
    await unfinishedSince(61 * 60 * 1000);
    await server.restart();
    await waitFor(async () => (await entries()) === 0, { what: 'the half of a copy to go' });
  });

  test('keeps what happened with an account for 180 days, unchanged', async () => {
    for (const name of ['oldest', 'old', 'new']) await ada.api.appPasswords.create({ name });
    const [newest, middle, last] = (await ada.api.account.events({})).events;
    expect([newest?.subject, middle?.subject, last?.subject]).toEqual(['new', 'old', 'oldest']);
    const at = Date.now() - 179 * dayMs;
    await query(server, `update account_events set at = ${at} where subject = 'old'`);
    await query(server, `update account_events set at = ${at - 2 * dayMs} where subject = 'oldest'`);
    await server.restart();
    const left = await waitFor(
      async () => {
        const { events } = await ada.api.account.events({});
        return events.length < 3 && events;
      },
      { what: 'the oldest event to go' },
    );
    expect(left).toEqual([newest, { ...middle, at }]);
  });

  test('forgets download tokens 30 days after they expired', async () => {
    const { id: fileId } = await uploadFile(ada, { name: 'a.txt', body: bytes(20) });
    const ids = [];
    for (let i = 0; i < 3; i += 1)
      ids.push((await ada.api.downloadTokens.create({ fileId, expiresAt: Date.now() + dayMs })).id);
    const [long, lately = ''] = ids;
    const expired = (ms: number, id = '') =>
      query(server, `update download_tokens set expires_at = ${Date.now() - ms} where id = '${id}'`);
    await expired(31 * dayMs, long);
    await expired(29 * dayMs, lately);
    await server.restart();
    const left = await waitFor(
      async () => {
        const tokens = await ada.api.downloadTokens.list({ fileId });
        return tokens.length === 2 && tokens;
      },
      { what: 'the old token to go' },
    );
    expect(left.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  test('forgets the oldest finished uploads of an account beyond 100,000, and none of others', async () => {
    const beyond = 12_000;
    const finish = (account: string, count: number) =>
      query(
        server,
        `insert into finished_uploads (id, account, entry_id, version_id, length, metadata, finished_at)
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select '${account} ' || n, '${account}', 'entry', 'version', 2, '{}', ${Date.now()} + n from numbers`,
      );
    await finish('ada', maxFinishedUploads + beyond);
    await finish('bob', 20);
    await server.restart();
    const left = async () => {
      const counts = 'account, count(*) as n, max(finished_at) - min(finished_at) + 1 as span';
      return await query(server, `select ${counts} from finished_uploads group by account order by account`);
    };
    await waitFor(async () => Number((await left())[0]?.['n']) === maxFinishedUploads, { what: 'the oldest to go' });
    const newest = await query(server, `select id from finished_uploads order by finished_at desc limit 1`);
    expect([await left(), newest]).toEqual([
      [
        { account: 'ada', n: maxFinishedUploads, span: maxFinishedUploads },
        { account: 'bob', n: 20, span: 20 },
      ],
      [{ id: `ada ${maxFinishedUploads + beyond}` }],
    ]);
  });

  test('removes bytes and thumbnails that no row knows, a week after they came', async () => {
    const stored = await uploadFile(ada, { name: 'stored.bin', body: bytes(large, 'stored') });
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
    const photo = await uploadFile(ada, { name: 'a.png', body: await picture.png().toBuffer() });
    const lost = await uploadFile(ada, { name: 'lost.bin', body: bytes(large, 'lost') });
    await waitFor(async () => (await ada.api.entries.get({ id: photo.id })).file?.preview?.state === 'made', {
      what: 'the thumbnail',
    });
    // As after a crash between the rows and the bytes.
    for (const table of ['finished_uploads', 'versions', 'entries'])
      await query(
        server,
        `delete from ${table} where ${table === 'entries' ? 'id' : 'entry_id'} in ('${lost.id}', '${photo.id}')`,
      );
    await query(server, 'delete from previews');
    await query(server, 'delete from blobs where id not in (select blob_id from versions)');
    await makeBlobsLook(server, Date.now() - 6 * dayMs);
    await server.restart();
    await waitFor(async () => (await ada.fetch(stored.url)).ok, { what: 'the server' });
    await makeBlobsLook(server, Date.now() - 8 * dayMs);
    await server.restart();
    await waitFor(
      async () => (await storedBlobs(server)).length <= 1 && (await storedBlobs(server, 'pictures')).length === 0,
      { what: 'what nobody knows to go' },
    );
    expect(Buffer.from(await (await ada.fetch(stored.url)).arrayBuffer()).equals(bytes(large, 'stored'))).toBe(true);
  });
});
