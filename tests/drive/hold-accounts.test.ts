import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { ownScope, systemScope } from '#server/drive/access/scope.ts';
import { lock } from '#server/drive/changes/hold-accounts.ts';
import { openDrive } from './open-drive.ts';

test('to hold an account takes no look at what its folders and operations are, however many it has', async () => {
  const { db } = await openDrive();
  const { sql, parameters } = lock(db, [ownScope({ kind: 'person', account: 'somebody' })]).compile();
  const { rows } = await db.executeQuery<{ opcode: string }>(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
  const looks = rows.filter(({ opcode }) => opcode === 'FkCounter').length;
  const referring = await db.executeQuery(
    CompiledQuery.raw(
      `select m.name from sqlite_master as m, pragma_foreign_key_list(m.name) as f where f."table" = 'accounts'`,
    ),
  );
  // One for each when a row is inserted, which nothing refers to yet; none for what is there.
  expect(looks).toBe(referring.rows.length);
});

test('an account that is gone stays gone, whatever the server still does about it', async () => {
  const { db, drive } = await openDrive();
  const { purge, uploads } = drive.ofScope;
  const gone = systemScope('gone');
  await purge.everything(gone);
  await expect(uploads.discard(gone, uploads.newId())).rejects.toMatchObject({ code: 'upload-not-found' });
  await expect(
    uploads.commitSingleRequest(gone, uploads.newId(), {
      upload: { name: 'late.txt', folderId: null, length: 3, metadata: {} },
      bytes: Buffer.from('abc'),
    }),
  ).rejects.toThrow(/foreign key/i);
  expect(await db.selectFrom('accounts').select('user_id').where('user_id', '<>', '').execute()).toEqual([]);
});

test('all accounts of a transaction are held before anything is read, whoever works on them', async () => {
  const statements: string[] = [];
  const { drive } = await openDrive({ onStatement: (kind) => statements.push(kind) });
  const ada = ownScope({ kind: 'person', account: 'ada' });
  await drive.ofScope.treeEdit.createFolder(ada, { name: 'First', parentId: null });
  statements.length = 0;
  const bob = ownScope({ kind: 'person', account: 'bob' });
  await drive.transactions.writeTogether([bob, systemScope('ada')], async ([first]) => {
    await first?.trx.selectFrom('entries').select('id').execute();
  });
  expect(statements.slice(0, 3)).toEqual(['update', 'insert', 'select']);
});
