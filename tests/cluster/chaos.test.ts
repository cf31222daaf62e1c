import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Client, createClient } from '#tests/faults/support/client.ts';
import { brokenRules } from '#tests/faults/support/rules.ts';
import { verify } from '#tests/faults/support/verify.ts';
import { type Place, signUp } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { startEngines } from '#tests/support/engines/engines.ts';
import { atEndOfFile } from '#tests/support/fixtures/file-end.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { readHealth } from '#tests/support/server/health.ts';
import { startNginx } from '#tests/support/server/nginx.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';
import { startTwoNodes } from '#tests/support/server/two-nodes.ts';
import { oneOfEach } from './chaos/disturbances.ts';
import { createUploads } from './chaos/uploads.ts';
import { workThrough } from './chaos/workers.ts';

const seed = faultSeed();
const operations = faultSetting('operations', 60);
const uploads = faultSetting('uploads', 5);
const freezeMs = faultSetting('freeze', 2) * 1000;
const outageMs = faultSetting('outage', 2) * 1000;

/** How long all is well before a disturbance, at most. */
const calmMs = 1000;
/** Of each kind of disturbance so many happen while a hundred operations do. */
const operationsForEach = 100;
const rounds = Math.max(1, Math.ceil(operations / operationsForEach));

test(`two nodes through ${rounds} of each disturbance: nothing acknowledged is lost, doubled or wrong (seed ${seed})`, {
  timeout: testMs + rounds * 150_000 + operations * 500,
}, async () => {
  const random = createRandom(seed);
  const engines = await startOwnEngines();
  const { one, nodes } = await startTwoNodes(engines.settings);
  const nginx = await startNginx(...nodes);
  const clients = await startClients(nginx);
  const sending = createUploads(await signUp(nginx), random);
  const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged(), 0);
  const healthyAfter: number[] = [];

  const all = Array.from({ length: rounds }, () => oneOfEach({ nodes, engines, random, freezeMs, outageMs })).flat();
  for (const [i, { what, lastsMs, begin, end }] of all.entries()) {
    const stop = new AbortController();
    const working = clients.map((client) => workThrough(client, stop.signal));
    while (sending.count() < (uploads * (i + 1)) / all.length) sending.start();
    await pause(random.between(0, calmMs));
    await begin();
    const before = acknowledged();
    await pause(lastsMs);
    const meanwhile = acknowledged() - before;
    await end();
    const since = performance.now();
    await waitUntilHealthy([...nodes, nginx]);
    const tookMs = Math.round(performance.now() - since);
    healthyAfter.push(tookMs);
    await waitFor(() => acknowledged() >= (operations * (i + 1)) / all.length, {
      what: 'the operations of a round',
    });
    stop.abort();
    await Promise.all(working);
    for (const client of clients) expect(await verify(client)).toEqual([]);
    console.log(
      `${what} for ${lastsMs} ms, ${meanwhile} operations meanwhile; healthy ${tookMs} ms later; ${acknowledged()} operations so far`,
    );
  }
  for (const client of clients) expect(await verify(client, { isThorough: true })).toEqual([]);
  expect(await sending.verify()).toEqual([]);
  expect(await brokenRules((rule) => query(one, rule))).toEqual([]);
  console.log(
    `cluster: seed ${seed}, ${acknowledged()} operations and ${sending.count()} uploads acknowledged, ${all.length} disturbances, healthy after at most ${Math.max(...healthyAfter)} ms`,
  );
});

/** Others that run now need theirs. */
async function startOwnEngines() {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'));
  await chmod(folder, 0o711);
  const engines = await startEngines({ folder });
  atEndOfFile(async () => {
    await engines.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return engines;
}

/** The first two share an account, so that their operations wait for each other; the last one has its own. */
async function startClients(place: Place): Promise<Client[]> {
  const shared = await signUp(place);
  const people = [shared, shared, await signUp(place)];
  return await Promise.all(
    people.map((person, i) =>
      createClient(person, { seed: seed + i, name: `client-${i}`, isAlone: person !== shared }),
    ),
  );
}

async function waitUntilHealthy(servers: readonly Pick<TestServer, 'baseUrl'>[]): Promise<void> {
  for (const server of servers)
    await waitFor(async () => (await readHealth(server)).httpStatus === 200, { what: `${server.baseUrl} to be ready` });
}
