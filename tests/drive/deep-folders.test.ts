import { expect, test } from 'vitest';
import { maxAnswerBytes, maxFolderDepth } from '#contract/limits.ts';
import { noSignals } from '#server/cluster/signals.ts';
import type { Database } from '#server/database/open.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { createTopsOf } from '#server/drive/archives/tops.ts';
import { createFeed } from '#server/drive/changes/feed.ts';
import { linesAtOnce, liveAncestors } from '#server/drive/tree/ancestors.ts';
import { entryRow } from '#server/drive/tree/new-entry.ts';
import { openDrive } from './open-drive.ts';

const scope = ownScope({ kind: 'person', account: 'ada' });

test('the paths of many deep folders are read by statements none of which is long', async () => {
  const { db } = await openDrive();
  const chains = await insertChains(db, { count: linesAtOnce + 10, depth: maxFolderDepth });
  const deepest = chains.map((chain) => chain.at(-1) ?? '');
  let most = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      most = Math.max(most, result.rows.length);
      return result;
    },
  });

  const lines = await liveAncestors(counting, scope, deepest);
  expect([...lines.values()].map((line) => line.map(({ id }) => id))).toEqual(chains);
  const tops = await createTopsOf(counting)(scope, chains.flat());
  expect(tops).toEqual({
    ids: chains.map(([top = '']) => top).toSorted(),
    name: `${chains.length} items`,
    missing: false,
  });
  expect(most).toBeLessThanOrEqual(linesAtOnce * maxFolderDepth);
});

test('changes with much above them are sent a part after the other, what is above them with each part', async () => {
  const { drive, db } = await openDrive();
  const { feed: real, treeEdit } = drive.ofScope;
  await treeEdit.createFolder(scope, { name: 'Any', parentId: null });
  const revision = await real.revision(scope);
  const changed = ['a', 'b', 'a', 'c', 'd'];
  const rows = changed.map((entry_id, i) => ({ account: 'ada', revision: revision + 1 + i, entry_id, at: 0 }));
  await db.insertInto('changes').values(rows).execute();
  const contents = { folders: 0, files: 0, bytes: 0 };
  const pictures = [{ url: 'x'.repeat(maxAnswerBytes / 2 - 1000) }];
  const feed = createFeed({
    db,
    signals: noSignals,
    readEntries: async () => new Map(),
    readAbove: async (_db, _scope, ids) =>
      new Map([...new Set(ids)].map((id) => [id, [{ id: `above ${id}`, contents, pictures }]])),
  });

  const parts: [string, ...(string | null)[]][][] = [];
  for (let seen = revision; ; ) {
    const news = await feed.after(scope, seen);
    if (news === undefined || news.changes.length === 0) break;
    expect(JSON.stringify(news.changes).length).toBeLessThanOrEqual(maxAnswerBytes);
    parts.push(news.changes.map(({ entryId, above = [] }) => [entryId, ...above.map(({ id }) => id)]));
    seen += news.changes.length;
    expect(news.isMore).toBe(seen < revision + changed.length);
  }
  expect(parts).toEqual([
    [['a'], ['b', 'above b'], ['a', 'above a']],
    [
      ['c', 'above c'],
      ['d', 'above d'],
    ],
  ]);
});

/** Folders in folders; returns the ids of each chain, the top one first. */
async function insertChains(db: Database, { count, depth }: { count: number; depth: number }): Promise<string[][]> {
  const chains: string[][] = [];
  for (let chain = 0; chain < count; chain += 1) {
    const ids = Array.from({ length: depth }, (_, level) => `${chain} ${level}`);
    const rows = ids.map((id, level) => {
      const place = { name: id, parentId: ids[level - 1] ?? null };
      return entryRow(scope, { id, kind: 'folder', ...place, at: 0 });
    });
    await db.insertInto('entries').values(rows).execute();
    chains.push(ids);
  }
  return chains;
}
