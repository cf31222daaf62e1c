import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { logIn, signUp, visit } from '#tests/support/client/build-account.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import { type Client, createClient } from './support/client.ts';
import { type Cut, cutPower, dataName, expectKept } from './support/cut.ts';
import { type CuttableDisk, createCuttableDisk, type FileSystem } from './support/cuttable-disk.ts';
import { expectSettled } from './support/settled.ts';

const cuts = faultSetting('cuts', 6);
const starts = faultSetting('starts', 2);
const seed = faultSeed();

const fileSystems: FileSystem[] = ['ext4', 'xfs'];
const cutsOfEach = Math.ceil(cuts / fileSystems.length);
const startsOfEach = Math.ceil(starts / fileSystems.length);
const cutTimeoutMs = 20_000;
const clientCount = 3;
/** Half of the cuts come after so many acknowledgements, at once; the others after so many milliseconds. */
const mostAcknowledgements = 20;
const mostMs = 300;
/** About how long a first start takes. */
const firstStartMs = 1500;

describe.each(fileSystems)('on %s', (fileSystem) => {
  test(`${cutsOfEach} power cuts: what was acknowledged is there (seed ${seed})`, {
    timeout: testMs + cutsOfEach * cutTimeoutMs,
  }, async () => {
    const random = createRandom(seed);
    const disk = createCuttableDisk(fileSystem);
    const dataFolder = join(disk.folder, dataName);
    await mkdir(dataFolder);
    const server = await startServer({ dataFolder });
    const person = await signUp(server);
    const clients = await Promise.all(
      Array.from({ length: clientCount }, (_, i) => createClient(person, { seed: seed + i, name: `client-${i}` })),
    );
    for (let i = 0; i < cutsOfEach; i += 1) {
      const afterAcknowledgements = random.oneIn(2) ? random.between(1, mostAcknowledgements) : undefined;
      const cut = await cutAmongWork(disk, clients, { afterAcknowledgements, afterMs: random.between(0, mostMs) });
      await expectKept(disk, cut);
    }
    await expectSettled(server);
    const acknowledged = clients.reduce((sum, client) => sum + client.acknowledged(), 0);
    console.log(`power on ${fileSystem}: seed ${seed}, ${cutsOfEach} cuts, ${acknowledged} operations acknowledged`);
  });

  test(`${startsOfEach} power cuts in a first start: the next one succeeds (seed ${seed})`, {
    timeout: testMs + startsOfEach * cutTimeoutMs,
  }, async () => {
    const random = createRandom(seed);
    const disk = createCuttableDisk(fileSystem);
    for (let i = 0; i < startsOfEach; i += 1) {
      const name = `${dataName}-${i}`;
      const credentials = { email: 'first@example.org', password: 'first-password' };
      let isKept = false;
      const starting = startServer({ dataFolder: join(disk.folder, name) }).then(async (server) => {
        await visit(server).account.signUp(credentials);
        isKept = true;
        return server;
      });
      await Promise.race([starting, pause(random.between(0, firstStartMs))]);
      const wasKept = isKept;
      disk.cut();
      await (await starting).kill('SIGKILL');

      const next = await startServer({ dataFolder: join(disk.mountCut(), name) });
      if (wasKept) await logIn(next, credentials);
      else
        await expect(visit(next).account.signUp({ ...credentials, email: 'next@example.org' })).resolves.toBe(
          undefined,
        );
      await next.kill('SIGKILL');
      await disk.unmountCut();
    }
  });
});

type When = { afterAcknowledgements: number | undefined; afterMs: number };

/** Lets the clients work, cuts the power, and waits until each has its last answer. */
async function cutAmongWork(
  disk: CuttableDisk,
  clients: Client[],
  { afterAcknowledgements, afterMs }: When,
): Promise<Cut> {
  let cut: Cut | undefined;
  let acknowledgements = 0;
  const working = clients.map(async (client) => {
    while (cut === undefined) {
      await client.perform(client.next());
      acknowledgements += 1;
      if (acknowledgements === afterAcknowledgements) cut ??= cutPower(disk, clients);
    }
  });
  if (afterAcknowledgements === undefined) await pause(afterMs).then(() => (cut ??= cutPower(disk, clients)));
  await Promise.all(working);
  return cut ?? [];
}
