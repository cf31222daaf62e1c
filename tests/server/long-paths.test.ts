import { expect, test } from 'vitest';
import { maxAnswerBytes, maxFolderDepth, maxNameBytes } from '#contract/limits.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';

test('folders whose paths are long do not make an answer large: a page ends earlier, a batch is refused', async () => {
  const long = await signUp(await sharedServer());
  let parentId: string | null = null;
  for (let depth = 1; depth < maxFolderDepth; depth += 1)
    parentId = (await long.api.folders.create({ name: 'n'.repeat(maxNameBytes), parentId })).id;
  const id = parentId ?? '';
  const names = Array.from({ length: 200 }, (_, i) => `${i}`);
  const create = (some: string[]) =>
    long.api.batch({ operations: some.map((name) => ({ do: 'create-folder', name, parentId: id })) });
  await expect(create(names)).rejects.toMatchObject({ code: 'too-much-at-once', status: 413 });
  for (const half of [names.slice(0, 100), names.slice(100)]) await create(half);
  const listed = await long.fetch(`/api/folders/${id}/children?limit=1000`);
  expect((await listed.clone().text()).length).toBeLessThan(maxAnswerBytes / 20);
  const { folders } = (await listed.json()) as { folders: { id: string; name: string; path?: unknown }[] };
  expect([folders.map(({ name }) => name), folders[0]?.path]).toEqual([names, undefined]);

  const operations = folders.map((folder) => ({ do: 'trash' as const, id: folder.id }));
  await long.api.batch({ operations });
  const trashed: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await long.api.trash.list({ limit: 1000, cursor });
    expect(JSON.stringify(page.items).length).toBeLessThanOrEqual(maxAnswerBytes);
    trashed.push(...page.items.map(({ entry }) => entry.folder?.name ?? ''));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(trashed.toSorted()).toEqual(names.toSorted());
});
