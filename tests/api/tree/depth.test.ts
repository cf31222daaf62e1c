/** No folder gets deeper than the limit, whatever brings it there. */
import { beforeAll, describe, expect, test } from 'vitest';
import { maxBatchEntries, maxFolderDepth } from '#contract/limits.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { programWith } from '#tests/support/client/program.ts';
import { seedFolders, seedSiblings } from '#tests/support/database/seed-folders.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const tooDeep = { code: 'too-deep', status: 400 };

describe('new folders', () => {
  let person: Person;
  let line: string[] = [];
  /** The folder that lies so deep. */
  const at = (depth: number) => line[depth - 1] ?? null;
  beforeAll(async () => {
    person = await signUp(server);
    line = await seedFolders(server, person, maxFolderDepth - 1);
  });

  test('are as deep for a program whose top is one of them', async () => {
    const folderId = at(maxFolderDepth - 1) ?? '';
    const { token } = await person.api.appPasswords.create({ name: 'Deep', folderId });
    const program = programWith(token, server);
    const { id } = await program.api.folders.create({ name: 'Lowest', parentId: null });
    await expect(program.api.folders.create({ name: 'Deeper', parentId: id })).rejects.toMatchObject(tooDeep);
    await expect(program.api.entries.copy({ id, parentId: id })).rejects.toMatchObject({ code: 'copy-into-itself' });
    const other = await program.api.folders.create({ name: 'Other', parentId: null });
    await expect(program.api.entries.copy({ id: other.id, parentId: id })).rejects.toMatchObject(tooDeep);
    await expect(program.api.entries.update({ id: other.id, parentId: id })).rejects.toMatchObject(tooDeep);
  });
});

describe('folders that are moved', () => {
  let person: Person;
  const deep = maxFolderDepth * 0.6;
  beforeAll(async () => {
    person = await signUp(server);
  });

  const move = (id: string, parentId: string | null) => person.api.entries.update({ id, parentId });
  const undo = (operationId: string | null) => person.api.undo({ operationId: operationId ?? '' });
  const depthOf = async (id: string) => ((await person.api.entries.get({ id })).folder?.path.length ?? 0) + 1;
  /** A line of folders from Root: the first, the last, and the one above the last. */
  async function line(name: string, levels = deep) {
    const ids = await seedFolders(server, person, levels);
    const top = ids[0] ?? '';
    await person.api.entries.update({ id: top, name });
    return { top, above: ids.at(-2) ?? '', last: ids.at(-1) ?? '' };
  }

  test('at the same time do not get too deep together', async () => {
    for (let round = 0; round < 3; round += 1) {
      const inner = await line(`inner ${round}`);
      const outer = await line(`outer ${round}`);
      const between = await person.api.folders.create({ name: `between ${round}`, parentId: null });
      const moves = [move(inner.top, between.id), move(between.id, outer.last)];
      const results = await Promise.allSettled(moves);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await depthOf(inner.last)).toBeLessThanOrEqual(maxFolderDepth);
    }
  });

  test.each([
    ['a few', 0],
    ['more than one transaction looks through', maxBatchEntries + 1],
  ])('and hold %s folders go back only where all of it fits', async (_, count) => {
    const outer = await line(`outer of ${count}`);
    const { id } = await person.api.folders.create({ name: `Moved with ${count}`, parentId: outer.last });
    if (count > 0) await seedSiblings(server, person, id, count);
    const out = await move(id, null);
    const again = await undo(out.operationId);
    expect(await depthOf(id)).toBe(deep + 1);
    const back = await undo(again.operationId);
    const inner = await line(`inner of ${count}`);
    await move(inner.top, id);
    await expect(undo(back.operationId)).rejects.toMatchObject({
      code: 'cannot-undo',
      data: { why: 'changed', name: `Moved with ${count}` },
    });
    await expect(move(id, outer.last)).rejects.toMatchObject(tooDeep);
    expect(await depthOf(id)).toBe(1);
  });

  test('out of Trash do not go back there to be restored to where they no longer fit', async () => {
    const outer = await line('outer');
    const { id } = await person.api.folders.create({ name: 'Restored', parentId: outer.last });
    for (const one of [id, outer.top]) await person.api.entries.remove({ id: one });
    const restored = await person.api.trash.restore({ id });
    const inner = await line('inner');
    await move(inner.top, id);
    await expect(undo(restored.operationId)).rejects.toMatchObject({ data: { why: 'changed', name: 'Restored' } });
  });
});
