import { expect, test } from 'vitest';
import { createDriveApi } from '#client/drive-api.ts';
import { sendLostAgain } from '#client/storage/requests/send-lost-again.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { tus } from '#tests/support/client/tus.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { query } from '#tests/support/database/query.ts';
import { storedBlobs } from '#tests/support/database/stored-blobs.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { daysLater } from '#tests/support/server/faketime.ts';
import { metricsPort } from '#tests/support/server/metrics.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

const dayMs = 24 * 60 * 60 * 1000;

test('a start with a clock that is 40 days ahead removes nothing, and says that it is', async () => {
  const { server, databaseUrl, there } = await withThingsToRemove();
  const metrics = await metricsPort();
  const ahead = await startServer({
    dataFolder: server.dataFolder,
    env: { ...databaseUrl, ...daysLater(40), METRICS_PORT: metrics.port },
  });
  await waitFor(async () => (await metrics.sum('keepsake_call_seconds_count', { call: 'collectGarbage' })) > 0, {
    what: 'a run of the janitor',
  });
  expect(await whatIsThere(ahead)).toEqual(there);
  expect(ahead.log()).toMatch(/The clock is 40 days ahead of the time at which a server last ran here/);
  await ahead.stop();

  await server.restart();
  await waitFor(() => /The clock is 40 days behind/.test(server.log()), { what: 'the warning that it is behind' });
});

test('a clock that did not jump for the time that is set removes what has expired', async () => {
  const { server, databaseUrl } = await withThingsToRemove();
  const later = await startServer({
    dataFolder: server.dataFolder,
    env: { ...databaseUrl, ...daysLater(40), REMOVAL_DELAY_SECONDS: '0' },
  });
  await waitFor(async () => Object.values(await whatIsThere(later)).every((count) => count === 0), {
    what: 'all of it to be gone',
  });
});

/** A file in Trash, an unfinished upload, and what ends by itself, on a server that has ended. */
async function withThingsToRemove() {
  const server = await startServer();
  const person = await signUp(server);
  const file = await uploadFile(person, { name: 'old.bin', body: bytes(60_000) });
  const expiresAt = Date.now() + dayMs;
  await person.api.downloadTokens.create({ fileId: file.id, expiresAt });
  // As the page sends it, so that its answer is kept.
  const asPage = createDriveApi(sendLostAgain(person.server));
  await asPage.entries.remove({ id: file.id });
  await tus(person).place({ name: 'half.bin', length: 1000, body: bytes(400) });
  for (const name of ['Laptop', 'Phone']) await person.api.appPasswords.create({ name, expiresAt });
  // What happened is stored for 180 days.
  await query(server, `update account_events set at = at - ${150 * dayMs}`);
  await server.stop();
  const databaseUrl: Record<string, string> =
    server.databaseUrl === undefined ? {} : { DATABASE_URL: server.databaseUrl };
  const there = await whatIsThere(server);
  expect(there).toMatchObject({ entries: 1, uploads: 1, blobs: 2, app_passwords: 2, download_tokens: 1 });
  for (const count of Object.values(there)) expect(count).toBeGreaterThan(0);
  return { server, databaseUrl, there };
}

/** Without the changes that a removal makes itself. */
async function whatIsThere(server: TestServer): Promise<Record<string, number>> {
  const counts: Record<string, number> = { blobs: (await storedBlobs(server)).length };
  const tables = ['entries', 'uploads', 'account_events', 'app_passwords', 'download_tokens'];
  for (const table of [...tables, 'operations', 'answers', 'finished_uploads'])
    counts[table] = (await query(server, `select 1 as one from ${table}`)).length;
  const until = Date.now() + dayMs;
  counts['changes'] = (await query(server, `select revision from changes where at < ${until}`)).length;
  return counts;
}
