import { expect, test } from 'vitest';
import { ownScope } from '#server/drive/access/scope.ts';
import { createGroupCommit } from '#server/drive/changes/group-commit.ts';
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

test('many uploads of one account fill no group that another waits for', async () => {
  const { drive } = await openDrive();
  const done: string[] = [];
  const groups = createGroupCommit({
    transactions: drive.transactions,
    groupsAtOnce: 1,
    keyOf: (name: string) => name,
    prepare: async (_scope, names: readonly string[]) => async () => [...names],
  });
  const add = async (account: string, name: string) =>
    done.push(await groups.add(ownScope({ kind: 'person', account }), name));
  const many = Array.from({ length: 200 }, (_, i) => add('ada', `${i}`));
  await Promise.all([...many, add('grace', 'hers')]);
  // Those of the first account stay in their order, and the first group is of both.
  expect(done.filter((name) => name !== 'hers')).toEqual(Array.from({ length: 200 }, (_, i) => `${i}`));
  expect(done.indexOf('hers')).toBeLessThan(64);
});
