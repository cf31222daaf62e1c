import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { operations } from './operations/operations.ts';
import { atCalls, treeUnderFaults } from './support/at-calls.ts';
import { expectGoesOn, isRejected, prepareTrouble, type Trouble } from './support/disk-trouble.ts';
import { withFileLimit } from './support/file-limit.ts';
import { expectSettled } from './support/settled.ts';
import { fileCalls, withFault } from './support/strace.ts';
import { verify } from './support/verify.ts';

/** 0: each call of every kind of operation, once for each error. */
const injections = faultSetting('injections', 5);
const seed = faultSeed();

const errors = ['EIO', 'ENOSPC'];
/** What SQLite adds to its log for each page of the database that changes. */
const frameBytes = 4096 + 24;
/** No operation changes more pages, and none has more bytes. */
const mostFrames = 60;
const largestBody = 300_000;

const timeout = injections === 0 ? 6 * 3600 * 1000 : testMs + injections * 20_000;

test.each(errors)(
  `${injections || 'all'} calls fail with %s: only what is stored is acknowledged (seed ${seed})`,
  {
    timeout,
  },
  async (error) => {
    const trouble = await prepareTrouble(seed);
    const { server, client } = trouble;
    const failed = await atCalls({
      server,
      client,
      random: createRandom(seed),
      names: fileCalls,
      places: injections,
      tryAt: async (kind, at) => {
        const operation = await client.prepare(kind, treeUnderFaults);
        const fault = { ...at, what: `error=${error}` };
        let happened = false;
        await expectGoesOn(trouble, `${kind}, ${error} at ${at.thread} ${at.call} ${at.k}`, async () => {
          happened = await withFault(server.pid, fault, () => client.perform(operation).catch(isRejected));
        });
        return happened;
      },
    });
    await expectWhole(trouble);
    expect(failed).toBeGreaterThan(0);
    console.log(`io: seed ${seed}, ${failed} calls failed with ${error}`);
  },
);

test(`${injections || 'all'} writes are cut short: only what is stored is acknowledged (seed ${seed})`, {
  timeout,
}, async () => {
  const trouble = await prepareTrouble(seed);
  const random = createRandom(seed);
  const kinds = Object.keys(operations);
  let cutShort = 0;
  // By chance the limits of all of them may be far enough.
  for (let i = 0; injections > 0 && (i < injections || cutShort === 0); i += 1) {
    const kind = kinds[random.between(0, kinds.length - 1)] ?? '';
    const isLog = random.oneIn(2);
    const limit = isLog ? await logLimit(trouble, random.between(0, mostFrames)) : random.between(1, largestBody);
    if (await tryAt(kind, limit)) cutShort += 1;
  }
  for (const kind of injections === 0 ? kinds : []) {
    for (let frame = 0; await tryAt(kind, await logLimit(trouble, frame)); frame += 1) cutShort += 1;
    for (let limit = 1; limit < largestBody; limit *= 3) if (await tryAt(kind, limit)) cutShort += 1;
  }
  await expectWhole(trouble);
  expect(cutShort).toBeGreaterThan(0);
  console.log(`io: seed ${seed}, ${cutShort} writes cut short`);

  /** In the middle of the page of the log that comes after so many. */
  async function logLimit({ dataFolder }: Trouble, frames: number): Promise<number> {
    const { size } = await stat(join(dataFolder, 'keepsake.db-wal'));
    return size + frames * frameBytes + random.between(1, frameBytes - 1);
  }

  async function tryAt(kind: string, limit: number): Promise<boolean> {
    const { server, client } = trouble;
    const operation = await client.prepare(kind, treeUnderFaults);
    let refused = false;
    await expectGoesOn(trouble, `${kind}, no file larger than ${limit} bytes`, () =>
      withFileLimit(server.pid, limit, async () => {
        await client.perform(operation).catch(isRejected);
        refused = client.told().pending !== undefined;
      }),
    );
    return refused;
  }
});

async function expectWhole({ client, server }: Trouble): Promise<void> {
  expect(await verify(client, { isThorough: true })).toEqual([]);
  await expectSettled(server);
}
