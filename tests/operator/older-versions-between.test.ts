import { test } from 'vitest';
import { expectTakenOver } from '#tests/support/installations/expect-taken-over.ts';
import { olderSteps } from '#tests/support/installations/older-installation.ts';

/** The others are in older-versions.test.ts. */
const between = (await olderSteps()).filter((_step, i) => i % 2 === 1);

test.each(between)('data of a version that ended with %s is taken over, every row', async (step) => {
  await expectTakenOver(step);
});
