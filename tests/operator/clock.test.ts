import { expect, test } from 'vitest';
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
  const { server, databaseUrl } = await withThingsToRemove();
  const metrics = await metricsPort();
  const ahead = await startServer({
    dataFolder: server.dataFolder,
    env: { ...databaseUrl, ...daysLater(40), METRICS_PORT: metrics.port },
  });
  await waitFor(async () => (await metrics.sum('keepsake_call_seconds_count', { call: 'collectGarbage' })) > 0, {
    what: 'a run of the janitor',
  });
  expect(await whatIsThere(ahead)).toEqual({ trash: 1, uploads: 1, blobs: 2, events: 2 });
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
    what: 'Trash, uploads and events to be gone',
  });
});

/** A file in Trash, an unfinished upload and two events of an account, on a server that has ended. */
async function withThingsToRemove() {
  const server = await startServer();
  const person = await signUp(server);
  const file = await uploadFile(person, { name: 'old.bin', body: bytes(60_000) });
  await person.api.entries.remove({ id: file.id });
  await tus(person).place({ name: 'half.bin', length: 1000, body: bytes(400) });
  for (const name of ['Laptop', 'Phone']) await person.api.appPasswords.create({ name });
  // What happened is stored for 180 days.
  await query(server, `update account_events set at = at - ${150 * dayMs}`);
  await server.stop();
  const databaseUrl: Record<string, string> =
    server.databaseUrl === undefined ? {} : { DATABASE_URL: server.databaseUrl };
  return { server, databaseUrl };
}

async function whatIsThere(server: TestServer) {
  const count = async (table: string) => (await query(server, `select id from ${table}`)).length;
  const [trash, uploads, events] = [await count('entries'), await count('uploads'), await count('account_events')];
  return { trash, uploads, blobs: (await storedBlobs(server)).length, events };
}
