import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { createTransactions, type Transactions } from '#server/drive/changes/transactions.ts';
import { indexTail } from '#server/drive/name-index/index-names.ts';
import { createFillIndex } from '#server/drive/search/fill-index.ts';
import { createFolder } from '#server/drive/tree/entry-changes.ts';
import { emptySearch } from '#server/maintenance/declared-tables.ts';
import { connectionsTo } from '#tests/support/database/connections.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';

const ada = ownScope({ kind: 'person', account: 'ada' });

test('names that a node indexes while the index is emptied are indexed again', async () => {
  const { transactions, addFolders, empty, fill, indexed, isWaiting } = await openNode();
  await addFolders(1);
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = transactions.write(ada, async ({ trx }) => {
    await indexTail(trx, ada.account);
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  const emptying = empty();
  await waitFor(isWaiting, { what: 'the command' });
  end.resolve();
  await Promise.all([writing, emptying]);
  expect(await indexed()).toBe(0);
  await fill(transactions);
  expect(await indexed()).toBe(1);
});

test('what is emptied while it is filled is filled the next time', async () => {
  const { transactions, addFolders, empty, fill, indexed } = await openNode();
  const folders = rowsAtOnce + 1;
  await addFolders(folders);
  await empty();
  const write: Transactions['write'] = async (scope, work) => {
    if ((await indexed()) === rowsAtOnce) await empty();
    return await transactions.write(scope, work);
  };
  await fill({ ...transactions, write });
  expect(await indexed()).toBe(1);
  await fill(transactions);
  expect(await indexed()).toBe(folders);
});

/** What a node does, and the command beside it. */
async function openNode() {
  const url = (await freshDatabase()) ?? '';
  const open = () => openDatabase({ url, file: '', answerMs: 0 });
  const [node, command] = [await open(), await open()];
  for (const { close } of [node, command]) atEndOfFile(close);
  const { db } = node;
  const transactions = createTransactions({ db, now: Date.now, onCommit: () => {} });
  return {
    transactions,
    addFolders: (count: number) =>
      transactions.write(ada, async (write) => {
        for (let i = 0; i < count; i += 1)
          await createFolder(write, ada, { name: `Folder ${i}`, parentId: null }, i, 'atEnd');
      }),
    empty: () => emptySearch(command.db),
    fill: (through: Transactions) => createFillIndex({ db, transactions: through })(() => false),
    indexed: async () => (await db.selectFrom('search_names').select('row').execute()).length,
    async isWaiting() {
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await connectionsTo(url).query(waiting)).rowCount === 1;
    },
  };
}
