import { expect, test } from 'vitest';
import type { VersionRule } from '#contract/version-rules.ts';
import { rowsAtOnce } from '#server/database/row-groups.ts';
import { ownScope } from '#server/drive/access/scope.ts';
import { createThinVersions } from '#server/drive/versions/thin-versions.ts';
import { openDrive } from './open-drive.ts';

const scope = ownScope({ kind: 'person', account: 'ada' });
/** More than `last-30` keeps, and than one transaction deletes. */
const count = 30 + 2 * rowsAtOnce;

test('thinning deletes what the rule does not keep, and ends when the rule becomes another one meanwhile', async () => {
  const { drive, db } = await openDrive();
  const { uploads, versionRule } = drive.ofScope;
  const upload = { name: 'often.txt', folderId: null, length: 3, metadata: {} };
  await uploads.commitSingleRequest(scope, uploads.newId(), { upload, bytes: Buffer.from('abc') });
  const version = await db.selectFrom('versions').selectAll().executeTakeFirstOrThrow();
  await db.updateTable('versions').set({ generation: count }).execute();
  const earlier = Array.from({ length: count - 1 }, (_, i) => ({ ...version, id: `${i}`, generation: i + 1 }));
  await db.insertInto('versions').values(earlier).execute();
  const kept = async () => (await db.selectFrom('versions').select('id').execute()).length;

  await versionRule.set(scope, 'last-30');
  for (const rule of ['all', 'last-10'] as const) {
    expect(await thinWhile(rule)).toBe(1);
    expect(await kept()).toBe(count);
    await versionRule.set(scope, 'last-30');
  }
  expect(await thinWhile('last-30')).toBe(2);
  expect(await kept()).toBe(30);

  /** Sets the rule before each transaction, and returns how many there were. */
  async function thinWhile(rule: VersionRule): Promise<number> {
    let transactions = 0;
    const write: typeof drive.transactions.write = async (of, work) => {
      transactions += 1;
      if (transactions > 4) throw new Error('It does not end');
      await versionRule.set(scope, rule);
      return await drive.transactions.write(of, work);
    };
    await createThinVersions({ db, transactions: { ...drive.transactions, write }, removeBytes: async () => {} })(
      Date.now(),
    );
    return transactions;
  }
});
