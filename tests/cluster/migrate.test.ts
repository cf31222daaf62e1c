/** An installation moves from one machine to two nodes on PostgreSQL and S3, and back, while it is used and the command is killed. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Person, personAt, signUp } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { keepBusy } from '#tests/support/installations/busy-installation.ts';
import { differences } from '#tests/support/installations/installation-differences.ts';
import {
  type Belongings,
  clusterPlace,
  fillInstallation,
  missingThings,
  singleMachine,
  withKeys,
} from '#tests/support/installations/migrated-installation.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { waitUntilInTrouble } from '#tests/support/server/health.ts';
import {
  beginOperating,
  environmentOf,
  type Installation,
  operateJson,
  ownFolder,
  serve,
} from '#tests/support/server/operator.ts';
import { runServer } from '#tests/support/server/run-server.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

const files = faultSetting('files', 60);
const kills = faultSetting('kills', 2);
const seed = faultSeed();
const random = createRandom(seed);
/** Operations that are acknowledged on each node before the move begins. */
const operationsBefore = 20;
/** Before everything is copied, as a rule. */
const killAfterMs = [500, 3000 + files * 3] as const;
const longestMs = 600_000;

type Moved = { blobs: number; bytes: number; lastBlobs: number; stoppedMs: number; missing: string[]; rows: object };
type Home = { nodes: TestServer[]; person: Person; installation: Installation };

test(`${files} files move to PostgreSQL and S3 while they are used, and back (seed ${seed})`, {
  timeout: testMs + files * 150,
}, async () => {
  const server = await singleMachine();
  const person = await signUp(server);
  const things = await fillInstallation(person, files);
  const cluster = await clusterPlace();
  const one = await moveAndCompare({ nodes: [server], person, installation: server }, things, {
    place: cluster,
    names: cluster.names,
  });
  const other = await serve({ ...cluster, dataFolder: await ownFolder('node') });
  const back: Installation = { dataFolder: await ownFolder('back'), databaseUrl: undefined };
  const two = { ...one, nodes: [...one.nodes, other] };
  const home = await moveAndCompare(two, things, { place: back, names: [back.dataFolder] });
  expect(await operateJson(home.installation, ['doctor', '--deep'])).toMatchObject({ findings: [] });
});

/** Moves what is used on all nodes, killed now and again, and compares everything. Returns the new home. */
async function moveAndCompare(
  { nodes, person, installation }: Home,
  things: Belongings,
  { place, names }: { place: Installation; names: string[] },
): Promise<Home> {
  const where = names.length === 2 ? 'PostgreSQL and S3' : 'a folder';
  const busy = nodes.map((node, i) =>
    keepBusy(personAt(node, person), random, { label: `to ${where}, node ${i}`, atOnce: 4, untilRefused: true }),
  );
  for (const one of busy) await waitFor(() => one.acknowledged() >= operationsBefore, { what: 'operations' });
  const countBefore = sum(busy.map((one) => one.acknowledged()));
  const began = performance.now();
  const { moved, killed, lastMs } = await moveKilled(installation, names, place);
  const seconds = (performance.now() - began) / 1000;
  expect(moved?.missing ?? []).toEqual([]);
  const known = busy.map((one) => ({ one, before: one.known(), possible: one.possible() }));
  for (const one of busy) await one.stop();
  for (const node of nodes) await expectClosed(node, personAt(node, person), things);

  const next = await serve(place);
  const again = personAt(next, person);
  expect(await missingThings(things, next, again)).toEqual([]);
  for (const { one, ...bounds } of known) expect(await differences(place, again, one, bounds)).toEqual([]);
  expect(await unexplainedRoom(next)).toEqual([]);
  for (const old of nodes) await old.stop();
  const rate = (sum(busy.map((one) => one.acknowledged())) - countBefore) / seconds;
  const counted = moved
    ? `the last run ${(lastMs / 1000).toFixed(1)} s for ${moved.blobs} blobs (${(moved.bytes / 1e6).toFixed(1)} MB); ` +
      `nobody could write for ${moved.stoppedMs} ms, with ${moved.lastBlobs} blobs left; ${JSON.stringify(moved.rows)}`
    : 'killed after its last step';
  console.log(
    `to ${where}: ${seconds.toFixed(1)} s with ${killed} kills, ${rate.toFixed(0)} operations/s beside it on ${nodes.length} nodes; ${counted}`,
  );
  return { nodes: [next], person: again, installation: place };
}

/**
 * Accounts whose room is not that of their blobs. It may be less than at the old place: what was being removed for good when
 * writing stopped is gone at the new one.
 */
async function unexplainedRoom(server: TestServer) {
  const room = '(select coalesce(sum(size), 0) from blobs where account = user_id)';
  return await query(server, `select * from accounts where used_bytes <> ${room} or reserved_bytes <> 0`);
}

/** Runs the command until it ends by itself, after it was killed somewhere a few times. Nothing starts at a place that is half full. */
async function moveKilled(from: Installation, names: string[], place: Installation) {
  for (let killed = 0; ; killed += 1) {
    const began = performance.now();
    const { child, ended } = beginOperating(withKeys(from), ['migrate', '--json', '--to', ...names]);
    const timer = setTimeout(() => child.kill('SIGKILL'), killed < kills ? random.between(...killAfterMs) : longestMs);
    const { code, stdout, stderr } = await ended;
    clearTimeout(timer);
    const lastMs = performance.now() - began;
    if (code === 0) return { moved: JSON.parse(stdout) as Moved, killed, lastMs };
    // The last kill came when all was done, before the command could say so.
    if (killed > 0 && stderr.includes('was already migrated')) return { moved: undefined, killed, lastMs };
    expect([code, stderr]).toEqual([null, '']);
    if (!(await isBegun(place))) continue;
    const started = await runServer(environmentOf(place));
    expect(started).toEqual({ code: 1, output: expect.stringContaining('was not finished') });
  }
}

async function isBegun(place: Installation): Promise<boolean> {
  if (place.databaseUrl === undefined && !existsSync(join(place.dataFolder, 'keepsake.db'))) return false;
  const rows = await query(place, 'select state from installation_migrations').catch(() => []);
  return rows.length > 0;
}

/** Nothing can be changed at the old place any more, and everything is still there to be read. */
async function expectClosed(server: TestServer, person: Person, { contents }: Belongings): Promise<void> {
  const answer = await person.fetch('/api/folders', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Late', parentId: null }),
  });
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '5',
    expect.objectContaining({ code: 'unavailable' }),
  ]);
  await waitUntilInTrouble(server, 'migrated');
  const [one] = contents.values();
  expect((await person.fetch(one?.url ?? '')).status).toBe(200);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
