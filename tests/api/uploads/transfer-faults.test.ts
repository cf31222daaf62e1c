import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { transferAtRandom } from '#tests/support/client/random-transfers.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const count = faultSetting('count', 20);
const seed = faultSeed();

test(`${count} uploads over a bad network arrive byte for byte and once (seed ${seed})`, {
  timeout: testMs + count * 3000,
}, async () => {
  const server = await startServer();
  const person = await signUp(server);
  const { troubles, requests } = await transferAtRandom(server.baseUrl, person, { seed, count });
  console.log(`transfer faults: seed ${seed}, ${count} uploads, ${requests} requests`);
  expect(troubles).toEqual([]);
});
