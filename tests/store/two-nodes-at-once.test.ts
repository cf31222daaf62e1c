/** What two nodes do at the same moment to one account, of which PostgreSQL shows each only what is committed. */
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { createTransactions } from '#server/drive/changes/transactions.ts';
import { createScrubQueue } from '#server/jobs/scrub-queue.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

const ada = ownScope({ kind: 'person', account: 'ada' });

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ url: await freshDatabase({ hasTables: true }), file: tmpdir() });
  atEndOfFile(database.close);
});

test('versions that one node adds while another waits for the account count for its limit of entries', async () => {
  const { db } = database;
  const [first, second] = [nodeOf(db), nodeOf(db)];
  await first.write(ada, async () => {});
  await db.updateTable('accounts').set({ quota_entries: 10 }).execute();
  const isHeld = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const adding = first.write(ada, async ({ trx, held, counted }) => {
    await held();
    isHeld.resolve();
    await goesOn.promise;
    await trx.insertInto('stored_sums').values({ account: 'ada', what: 'version', count: 10, bytes: 0 }).execute();
    counted(0, 10);
  });
  await isHeld.promise;
  const beyond = second.write(ada, async ({ counted }) => counted(1));
  beyond.catch(() => {});
  await waitFor(() => isWaiting(db), { what: 'a transaction that waits for the account' });
  goesOn.resolve();
  await adding;
  await expect(beyond).rejects.toMatchObject({ code: 'too-many-entries' });
});

test('what the scrub found intact is recorded without waiting for those who remove some of it', async () => {
  const { db } = database;
  const blob = { account: 'ada', size: 1, sha256: null, md5: null, created_at: 1 };
  await db
    .insertInto('blobs')
    .values([
      { id: 'kept', ...blob },
      { id: 'removed', ...blob },
    ])
    .execute();
  const queue = createScrubQueue({ db, dueAfterMs: 0, now: () => 7 });
  for (const id of ['removed', 'kept']) await queue.addIntact({ id, size: 1, verified_to: 0 });
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('blobs').where('id', '=', 'removed').execute();
    await queue.flush();
  });
  expect(await db.selectFrom('blobs').select(['id', 'verified_at']).execute()).toEqual([
    { id: 'kept', verified_at: 7 },
  ]);
});

function nodeOf(db: OpenDatabase['db']) {
  return createTransactions({ db, now: Date.now, onCommit: () => {} });
}

async function isWaiting(db: OpenDatabase['db']): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows.length > 0;
}
