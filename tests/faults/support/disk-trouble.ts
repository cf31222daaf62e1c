import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';
import { type Client, createClient } from './client.ts';
import { cutPower, dataName, expectKept } from './cut.ts';
import { type CuttableDisk, createCuttableDisk } from './cuttable-disk.ts';
import { NothingDone } from './scene.ts';
import { oneThread } from './strace.ts';
import { wrongSums } from './sums.ts';
import { verifyRefused } from './verify.ts';

/** A client of a server whose disk is about to fail, and whose power can be cut. */
export type Trouble = { disk: CuttableDisk; dataFolder: string; server: TestServer; client: Client };

export async function prepareTrouble(seed: number): Promise<Trouble> {
  const disk = createCuttableDisk('ext4');
  const dataFolder = join(disk.folder, dataName);
  await mkdir(dataFolder);
  const server = await startServer({ dataFolder, env: oneThread });
  // What fails is logged; that the server ends is still not expected.
  server.expectLog(/"level":50/);
  const client = await createClient(await signUp(server), { seed, name: 'client', isAlone: true });
  return { disk, dataFolder, server, client };
}

/**
 * Does work that may fail and verifies what comes after: what was acknowledged survives a power cut at once; what was
 * refused is done as a whole or not at all, and succeeds when it is repeated, on the same server.
 */
export async function expectGoesOn(trouble: Trouble, what: string, work: () => Promise<void>): Promise<void> {
  const { disk, dataFolder, client } = trouble;
  await work();
  if (client.told().pending === undefined) await expectKept(disk, cutPower(disk, [client]));
  expect([what, ...(await verifyRefused(client)), ...(await wrongSums(dataFolder))]).toEqual([what]);
}

/** For `catch`: what the server says when it cannot. Anything else fails the test. */
export function isRejected(error: unknown): void {
  if (error instanceof NothingDone) return;
  if (!(error instanceof ApiError) || error.status < 500) throw error;
}
