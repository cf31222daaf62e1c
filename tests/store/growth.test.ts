import { expect, test } from 'vitest';
import { createDays } from '#server/telemetry/report/days.ts';
import { bothEngines } from './both-engines.ts';

const dayMs = 24 * 60 * 60 * 1000;

test.each(bothEngines)(
  'growth is that of the last days on $engine, whatever a clock noted that was ahead',
  async ({ open }) => {
    const { db } = await open();
    let [day, bytes] = [1000, 0];
    const days = createDays({ db, usedBytes: async () => bytes, now: () => day * dayMs });
    for (const [at, used] of [
      [1000, 100],
      [1365, 150],
      [1010, 1100],
    ] as const) {
      [day, bytes] = [at, used];
      await days.note();
    }
    expect(await days.growth()).toBe(100);
  },
);
