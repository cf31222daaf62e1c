import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { openDrive } from './open-drive.ts';

test('many writes of one account hold up no other', async () => {
  const { drive } = await openDrive();
  const { createFolder } = drive.ofScope.treeEdit;
  const done: string[] = [];
  const create = async (account: string, name: string) => {
    await createFolder(ownScope({ kind: 'person', account }), { name, parentId: null });
    done.push(account);
  };
  const many = Array.from({ length: 50 }, (_, i) => create('ada', `${i}`));
  await Promise.all([...many, create('grace', 'one')]);
  // One of the first account was under way.
  expect(done.indexOf('grace')).toBeLessThanOrEqual(2);
});
