/** A backup taken while people work, restored elsewhere: whatever was acknowledged before it began is there. */
import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { logIn, signUp } from '#tests/support/client/build-account.ts';
import { uploadFile } from '#tests/support/client/upload-file.ts';
import { bytes } from '#tests/support/fixtures/bytes.ts';
import { testMs } from '#tests/support/fixtures/patience.ts';
import { createRandom } from '#tests/support/fixtures/random.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { keepBusy } from '#tests/support/installations/busy-installation.ts';
import { differences } from '#tests/support/installations/installation-differences.ts';
import { emptyInstallation, operateJson, ownFolder, serve } from '#tests/support/server/operator.ts';
import { startServer } from '#tests/support/server/start-server.ts';

const rounds = Number(process.env['KEEPSAKE_FAULT_ROUNDS'] ?? 1);
const seed = Number(process.env['KEEPSAKE_FAULT_SEED'] ?? Math.floor(Math.random() * 1_000_000));
/** Operations that are acknowledged before each backup begins. */
const operationsBefore = 100;

test(`${rounds} backups under load, restored elsewhere (seed ${seed})`, {
  timeout: testMs + rounds * 60_000,
}, async () => {
  const server = await startServer();
  const person = await signUp(server);
  for (let i = 0; i < 10; i += 1)
    await uploadFile(person, { name: `first ${i}`, body: bytes(2_000_000, `first ${i}`) });
  const folder = await ownFolder('backup');
  const random = createRandom(seed);

  for (let round = 1; round <= rounds; round += 1) {
    const busy = keepBusy(person, random, { label: `round ${round}` });
    await waitFor(() => busy.acknowledged() >= operationsBefore, { what: 'operations' });
    const before = busy.known();
    const countBefore = busy.acknowledged();
    const began = performance.now();
    const taken = await operateJson<{ blobs: number; copied: number }>(server, ['backup', folder]);
    const possible = busy.possible();
    const seconds = (performance.now() - began) / 1000;
    const rate = (busy.acknowledged() - countBefore) / seconds;
    await busy.stop();

    const there = await emptyInstallation();
    await operateJson(there, ['restore', folder]);
    const restored = await serve(there);
    expect(await differences(there, await logIn(restored, person), busy, { before, possible })).toEqual([]);
    await restored.stop();
    expect(await operateJson(there, ['doctor', '--deep'])).toMatchObject({ findings: [] });
    await rm(there.dataFolder, { recursive: true });
    console.log(
      `backup ${round}: ${before.size} files known, ${rate.toFixed(0)} operations/s beside it, ${seconds.toFixed(1)} s, ${taken.copied} of ${taken.blobs} blobs copied`,
    );
  }
  expect(await operateJson(server, ['verify-backup', folder])).toMatchObject({ faults: [] });
  expect(await operateJson(server, ['doctor', '--deep'])).toMatchObject({ findings: [] });
});
