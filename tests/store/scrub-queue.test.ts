import { expect, test } from 'vitest';
import { createScrubQueue } from '#server/jobs/scrub-queue.ts';
import { bothEngines } from './both-engines.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1000 * day;

test.each(bothEngines)(
  'what a clock that was ahead verified is due now on $engine, and then as all others',
  async ({ open }) => {
    const { db } = await open();
    const blob = (id: string, verifiedAt: number) => ({
      id,
      account: 'ada',
      size: 1,
      sha256: null,
      md5: null,
      created_at: 1,
      verified_at: verifiedAt,
    });
    await db
      .insertInto('blobs')
      .values([blob('fresh', now - day), blob('future', now + 365 * day), blob('node', now + 60_000), blob('old', 1)])
      .execute();
    const queue = createScrubQueue({ db, dueAfterMs: 3 * day, now: () => now });
    const dueIds = async () => (await queue.due()).map(({ id }) => id);
    expect(await dueIds()).toEqual(['future']);
    await queue.recordVerified('future');
    expect(await dueIds()).toEqual(['old']);
    await queue.recordVerified('old');
    expect(await dueIds()).toEqual([]);
    expect(await queue.untilNextIsDue()).toBe(2 * day);
  },
);
