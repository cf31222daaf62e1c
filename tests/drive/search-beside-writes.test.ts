import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from './open-drive.ts';

test('a search waits for no transaction, and finds what was committed before it', async () => {
  const { drive, db } = await openDrive();
  const scope = ownScope({ kind: 'person', account: 'ada' });
  const { treeEdit, search } = drive.ofScope;
  const folder = await treeEdit.createFolder(scope, { name: 'Bridges', parentId: null });
  const { promise: found, resolve: end } = Promise.withResolvers<void>();
  const writing = db.transaction().execute(async (trx) => {
    await sql`update accounts set revision = revision`.execute(trx);
    const { hits } = await search(scope, { q: 'bridges', limit: 5 });
    end();
    return hits;
  });
  await found;
  expect((await writing).map(({ entry }) => entry.folder?.id)).toEqual([folder.id]);
});
