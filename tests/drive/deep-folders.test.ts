import { expect, test } from 'vitest';
import { maxFolderDepth } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { createTopsOf } from '#server/drive/archives/tops.ts';
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
