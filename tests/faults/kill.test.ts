import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { type Client, createClient } from './support/client.ts';
import { isUnreachable } from './support/scene.ts';
import { expectSettled } from './support/settled.ts';
import { wrongSums } from './support/sums.ts';
import { verify } from './support/verify.ts';

const kills = faultSetting('kills', 6);
const operations = faultSetting('operations', 40);
const seed = faultSeed();

/** When the server is killed, in milliseconds after it was ready. */
const soonest = 5;
const latest = 500;
/** One in so many times it is killed once more while it starts, which takes about this long. */
const startKills = 5;
const startMs = 1000;

test(`${kills} kills among ${operations} operations: nothing is lost, wrong, half there or doubled (seed ${seed})`, {
  timeout: testMs + kills * 20_000 + operations * 500,
}, async () => {
  const random = createRandom(seed);
  const server = await startServer();
  const clients = await startClients(server);
  const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged(), 0);
  const readyMs: number[] = [];
  let killed = 0;
  while (killed < kills || acknowledged() < operations) {
    const working = clients.map(workUntilGone);
    await pause(random.between(soonest, latest));
    await server.kill('SIGKILL');
    await Promise.all(working);
    killed += 1;
    if (random.oneIn(startKills)) {
      await runServer(server.settings, { killAfterMs: random.between(soonest, startMs) });
      killed += 1;
    }
    const start = performance.now();
    await server.restart();
    readyMs.push(performance.now() - start);
    expect(await wrongSums(server.dataFolder)).toEqual([]);
    for (const client of clients) expect(await verify(client)).toEqual([]);
  }
  for (const client of clients) expect(await verify(client, { isThorough: true })).toEqual([]);
  await expectSettled(server);
  const slowest = Math.round(Math.max(...readyMs));
  const median = Math.round(readyMs.toSorted((one, other) => one - other)[readyMs.length >> 1] ?? 0);
  console.log(
    `kill: seed ${seed}, ${acknowledged()} operations acknowledged, ${killed} kills, ready in ${median} ms (median), ${slowest} ms (most)`,
  );
});

/** The first clients share an account, so that their operations wait for each other; the last one has its own. */
async function startClients(place: { baseUrl: string }): Promise<Client[]> {
  const shared = await signUp(place);
  const people = [shared, shared, shared, await signUp(place)];
  return await Promise.all(
    people.map((person, i) =>
      createClient(person, { seed: seed + i, name: `client-${i}`, isAlone: person !== shared }),
    ),
  );
}

/** One operation after the other until the server cannot be reached. A refusal fails the test. */
async function workUntilGone(client: Client): Promise<void> {
  for (;;) {
    try {
      await client.perform(client.next());
    } catch (error) {
      if (isUnreachable(error)) return;
      throw error;
    }
  }
}
