import { tmpdir } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/database/open.ts';
import { databaseProblem } from '#server/database/problems.ts';
import { startFreezable } from '#tests/support/database/freezable-database.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

const answerMs = 500;

let address: Awaited<ReturnType<typeof startFreezable>>;
let database: OpenDatabase;
beforeAll(async () => {
  address = await startFreezable((await freshDatabase()) ?? '');
  database = await openDatabase({ url: address.url, file: tmpdir(), answerMs });
  atEndOfFile(database.close);
});

const read = () => database.db.selectFrom('installation').select('id').execute();
const write = () => database.db.updateTable('installation').set({ id: 'same' }).execute();
const transaction = () =>
  database.db.transaction().execute(async (trx) => {
    await trx.updateTable('installation').set({ id: 'same' }).execute();
    await trx.updateTable('accounts').set({ revision: 0 }).where('user_id', '=', '').execute();
  });

test.each([
  ['a read', read],
  ['a write', write],
  ['a transaction', transaction],
])('%s on a connection that says nothing any more fails in time, and later ones get another', async (_, run) => {
  // On a busy machine a connection that is well may take longer than this, too.
  await waitFor(() => run().then(() => true), { what: 'a statement that is answered' });
  address.loseConnections();
  expect(databaseProblem(await run().catch((error: unknown) => error))).toBe('unreachable');
  await waitFor(() => run().then(() => true), { what: 'a statement on another connection' });
});

test('statements that were sent together fail together', async () => {
  const sent = database.db.transaction().execute(async (trx) => {
    await trx.selectFrom('installation').select('id').execute();
    address.loseConnections();
    const both = [1, 2].map(() => trx.updateTable('installation').set({ id: 'same' }).execute());
    return await Promise.allSettled(both);
  });
  expect(databaseProblem(await sent.catch((error: unknown) => error))).toBe('unreachable');
  await waitFor(() => transaction().then(() => true), { what: 'a transaction on another connection' });
});

test.each(['EHOSTUNREACH', 'ENETUNREACH'])('a server whose host is gone cannot be reached (%s)', (code) => {
  expect(databaseProblem(Object.assign(new Error('connect'), { code }))).toBe('unreachable');
});

test('a step of the schema may take as long as it needs', async () => {
  const opening = openDatabase({ url: await freshDatabase(), file: tmpdir(), answerMs: 1 });
  await expect(opening.then(({ close }) => close())).resolves.toBeUndefined();
});
