import { expect, test } from 'vitest';
import { expectTakenOver } from '#tests/support/installations/expect-taken-over.ts';
import { rowsOf } from '#tests/support/installations/older-data.ts';
import { makeOlder, olderSteps } from '#tests/support/installations/older-installation.ts';
import { emptyInstallation } from '#tests/support/server/operator.ts';

test('an older installation has a row in every table', async () => {
  const older = await emptyInstallation();
  await makeOlder(older, (await olderSteps()).at(-1) ?? '');
  const rows = await rowsOf(older);
  expect(Object.keys(rows).length).toBeGreaterThan(15);
  expect(Object.keys(rows).filter((table) => rows[table]?.length === 0)).toEqual([]);
});

/** The steps between are in older-versions-between.test.ts, so that the two run side by side. */
const everySecond = (await olderSteps()).filter((_step, i) => i % 2 === 0);

test.each(everySecond)('data of a version that ended with %s is taken over, every row', async (step) => {
  await expectTakenOver(step);
});
