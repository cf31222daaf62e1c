import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';
import { atCalls, treeUnderFaults } from './support/at-calls.ts';
import { type Client, createClient } from './support/client.ts';
import { isUnreachable } from './support/scene.ts';
import { expectSettled } from './support/settled.ts';
import { type Fault, oneThread, withFault, writingCalls } from './support/strace.ts';
import { wrongSums } from './support/sums.ts';
import { verify } from './support/verify.ts';

/** 0: at every call of every kind of operation. */
const injections = faultSetting('injections', 8);
const seed = faultSeed();

test(`killed at ${injections || 'all'} calls, before each: an operation is done as a whole or not at all (seed ${seed})`, {
  timeout: injections === 0 ? 6 * 3600 * 1000 : testMs + injections * 20_000,
}, async () => {
  const random = createRandom(seed);
  const server = await startServer({ env: oneThread });
  // The end of the server is what this test is about.
  server.expectLog(/ended by itself/);
  const client = await createClient(await signUp(server), { seed, name: 'client', isAlone: true });
  const killed = await atCalls({
    server,
    client,
    random,
    names: writingCalls,
    places: injections,
    tryAt: (kind, at) => killAt(server, client, kind, { ...at, what: 'signal=KILL' }),
  });
  expect(killed).toBeGreaterThan(0);
  expect(await verify(client, { isThorough: true })).toEqual([]);
  await expectSettled(server);
  console.log(`kill at calls: seed ${seed}, ${killed} kills`);
});

/** Kills the server during an operation and verifies what is left. Returns whether it came to that. */
async function killAt(server: TestServer, client: Client, kind: string, fault: Fault): Promise<boolean> {
  const operation = await client.prepare(kind, treeUnderFaults);
  await withFault(server.pid, fault, () =>
    client.perform(operation).catch((error: unknown) => {
      if (!isUnreachable(error)) throw error;
    }),
  );
  if (client.told().pending === undefined && (await isAlive(server))) return false;
  await server.kill('SIGKILL');
  await server.restart();
  const what = `${kind}, ${fault.thread} at ${fault.call} ${fault.k}`;
  expect([what, ...(await wrongSums(server.dataFolder)), ...(await verify(client))]).toEqual([what]);
  return true;
}

async function isAlive({ baseUrl }: TestServer): Promise<boolean> {
  return await fetch(`${baseUrl}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
