import { expect, test } from 'vitest';
import { maxUnindexedChanges } from '#contract/limits.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from './open-drive.ts';

const { drive, db } = await openDrive();
const { treeEdit, search, purge } = drive.ofScope;

const indexed = async (account: string) =>
  await db
    .selectFrom('search_accounts')
    .leftJoin('search_names', (join) => join.onTrue())
    .innerJoin('entries', 'entries.id', 'search_names.entry_id')
    .where('search_accounts.account', '=', account)
    .where('entries.account', '=', account)
    .select(['name', 'revision'])
    .orderBy('row')
    .execute();

test('the change that makes them so many indexes the names of all, its own too', async () => {
  const scope = ownScope({ kind: 'person', account: 'ada' });
  await treeEdit.createFolder(scope, { name: 'first', parentId: null });
  const early = maxUnindexedChanges - 2;
  await db.updateTable('accounts').set({ revision: early }).where('user_id', '=', 'ada').execute();
  await treeEdit.createFolder(scope, { name: 'second', parentId: null });
  expect(await indexed('ada')).toEqual([]);
  await treeEdit.createFolder(scope, { name: 'third', parentId: null });
  const revision = maxUnindexedChanges;
  expect(await indexed('ada')).toEqual(['first', 'second', 'third'].map((name) => ({ name, revision })));
  await treeEdit.createFolder(scope, { name: 'fourth', parentId: null });
  expect(await indexed('ada')).toHaveLength(3);
  expect((await search(scope, { q: '', limit: 5 })).hits.map(({ entry }) => entry.folder?.name)).toEqual([
    'fourth',
    'third',
    'second',
    'first',
  ]);
});

test('a name stays found when its change is too old to be kept', async () => {
  const scope = ownScope({ kind: 'person', account: 'eve' });
  await treeEdit.createFolder(scope, { name: 'Bridges', parentId: null });
  const found = async () =>
    (await search(scope, { q: 'bridges', limit: 5 })).hits.map(({ entry }) => entry.folder?.name);
  expect(await found()).toEqual(['Bridges']);
  await drive.pruneChanges(Date.now() + 1000);
  expect(await db.selectFrom('changes').select('revision').where('account', '=', 'eve').execute()).toEqual([]);
  expect(await found()).toEqual(['Bridges']);
  expect(await indexed('eve')).toEqual([{ name: 'Bridges', revision: 1 }]);
});

test('what an account without entries gets first is found at once, however many changes it has seen', async () => {
  // As after a restore: nothing is indexed, and no revision is used again.
  const revision = 2 ** 32 + 5;
  const row = { user_id: 'zoe', revision, used_bytes: 0, reserved_bytes: 0, used_entries: 0 };
  await db.insertInto('accounts').values(row).execute();
  const scope = ownScope({ kind: 'person', account: 'zoe' });
  const index = async () =>
    await db.selectFrom('search_accounts').select(['number', 'revision']).where('account', '=', 'zoe').execute();
  const found = async (q: string) => (await search(scope, { q, limit: 5 })).hits.map(({ entry }) => entry.folder?.name);
  const { id } = await treeEdit.createFolder(scope, { name: 'Bridges', parentId: null });
  expect(await found('bridges')).toEqual(['Bridges']);
  const begun = await index();
  expect(begun).toEqual([{ number: expect.any(Number), revision }]);

  await treeEdit.trashEntry(scope, id);
  await purge.everything(scope);
  const { used_entries: left } = await db
    .selectFrom('accounts')
    .select('used_entries')
    .where('user_id', '=', 'zoe')
    .executeTakeFirstOrThrow();
  expect(left).toBe(0);
  await treeEdit.createFolder(scope, { name: 'Tunnels', parentId: null });
  expect([await found('bridges'), await found('tunnels')]).toEqual([[], ['Tunnels']]);
  expect(await index()).toEqual(begun);
});
