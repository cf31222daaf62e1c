import { expect, inject, test } from 'vitest';
import { runModel } from '#tests/faults/model/run.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { faultSeed, faultSetting } from '#tests/support/server/fault-settings.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const steps = faultSetting('steps', 400);
const seed = faultSeed();
const clients = 8;
const toldEach = 10_000;

test(`${steps} random steps of ${clients} clients at once are those of a model (seed ${seed})`, {
  timeout: testMs + steps * 100,
}, async () => {
  const server = await startServer();
  const person = await signUp(server);
  const onCompared = (done: number) => done % toldEach === 0 && console.log(`model: ${done} steps`);
  const start = performance.now();
  const { differences, revisions, refusals, things } = await runModel(
    { server, person },
    { seed, steps, clients, onCompared },
  );
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `model: ${inject('database')}, seed ${seed}, ${steps} steps in ${seconds} s, ${revisions} changes, ${refusals} refusals, ${things} things at the end, ${differences.length} differences`,
  );
  expect(differences).toEqual([]);
});
