import { join } from 'node:path';
import { expect } from 'vitest';
import { personAt } from '#tests/support/client/build-account.ts';
import { startServer } from '#tests/support/server/start-server.ts';
import type { Client, Told } from './client.ts';
import type { CuttableDisk } from './cuttable-disk.ts';
import { wrongSums } from './sums.ts';
import { compare } from './verify.ts';

/** The folder of a cuttable disk in which the server keeps its data. */
export const dataName = 'data';

/** What clients were told when the power was cut. */
export type Cut = { client: Client; told: Told }[];

/** Cuts the power. Nobody hears of an answer between what clients were told and the cut. */
export function cutPower(disk: CuttableDisk, clients: readonly Client[]): Cut {
  const cut = clients.map((client) => ({ client, told: client.told() }));
  disk.cut();
  return cut;
}

/** Starts a server on what a cut left and verifies that it has all that was acknowledged before. */
export async function expectKept(disk: CuttableDisk, cut: Cut): Promise<void> {
  const dataFolder = join(disk.mountCut(), dataName);
  const server = await startServer({ dataFolder });
  expect(await wrongSums(dataFolder)).toEqual([]);
  for (const { client, told } of cut) {
    expect(await compare(told, personAt(server, client.person), client.top)).toEqual([]);
  }
  await server.kill('SIGKILL');
  await disk.unmountCut();
}
