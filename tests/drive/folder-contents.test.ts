import { beforeAll, describe, expect, test } from 'vitest';
import { findWrongContents, rebuildContents } from '#server/database/folder-contents.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { oldVersionsBelow } from '#server/drive/versions/old-versions.ts';
import { calls } from './calls.ts';
import { openDrive } from './open-drive.ts';
import { makeOutside } from './outside.ts';

describe('what folders hold', () => {
  const all = ownScope({ kind: 'person', account: 'ada' });
  let installation: Awaited<ReturnType<typeof openDrive>>;
  beforeAll(async () => {
    installation = await openDrive();
  });

  test.each(Object.entries(calls))('is what their rows add up to after %s', async (_name, call) => {
    const { drive, db } = installation;
    const outside = await makeOutside(drive.ofScope, all, installation);
    // The copy that is made up there was never counted.
    await rebuildContents(db);
    await Promise.resolve(call(drive.ofScope, all, outside)).catch(() => {});
    expect(await findWrongContents(db)).toEqual([]);
  });

  test('old versions below are counted as far as they are looked at', async () => {
    const { drive, db } = installation;
    const { folder, bytes } = await makeOutside(drive.ofScope, all, installation);
    const one = { count: 1, bytes: bytes.length };
    expect(await drive.ofScope.versions.below(all, folder)).toEqual({ ...one, isComplete: true });
    expect(await oldVersionsBelow(db, all, folder, 4)).toEqual({ ...one, isComplete: true });
    expect(await oldVersionsBelow(db, all, folder, 3)).toEqual({ ...one, isComplete: false });
    expect(await oldVersionsBelow(db, all, folder, 2)).toEqual({ count: 0, bytes: 0, isComplete: false });
  });

  test('a wrong number is found', async () => {
    const { db } = installation;
    await db.updateTable('folder_contents').set({ files: -1 }).where('folder_id', '=', '').execute();
    expect(await findWrongContents(db)).toMatchObject([{ account: 'ada', folder: '', from: { files: -1 } }]);
  });
});
