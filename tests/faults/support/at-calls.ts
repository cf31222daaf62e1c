import type { Random } from '#tests/support/fixtures/random.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';
import { operations } from '../operations/operations.ts';
import type { Client } from './client.ts';
import { type CallAt, countCalls } from './strace.ts';

type Wanted = {
  server: TestServer;
  client: Client;
  random: Random;
  /** The system calls that count. */
  names: readonly string[];
  /** How many places at random; 0: every call of every kind of operation. */
  places: number;
  /** Does an operation of the kind while something happens at that call; returns whether it came to that. */
  tryAt: (kind: string, at: CallAt) => Promise<boolean>;
};

/** The tree is kept small, since it is verified after each fault. */
export const treeUnderFaults = 12;

/** Lets something happen at the calls that a server makes for operations. Returns how often it did. */
export async function atCalls({ server, client, random, names, places, tryAt }: Wanted): Promise<number> {
  const kinds = Object.keys(operations);
  let happened = 0;
  // By chance none of them may come to its call.
  for (let i = 0; places > 0 && (i < places || happened === 0); i += 1) {
    const kind = kinds[random.between(0, kinds.length - 1)] ?? '';
    const calls = await callsOf(kind);
    const chosen = calls[random.between(0, calls.length - 1)];
    if (chosen === undefined) continue;
    const { thread, call, count } = chosen;
    if (await tryAt(kind, { thread, call, k: random.between(1, count) })) happened += 1;
  }
  for (const kind of places === 0 ? kinds : []) {
    for (const { thread, call } of await callsOf(kind)) {
      for (let k = 1; await tryAt(kind, { thread, call, k }); k += 1) happened += 1;
    }
    console.log(`${kind}: done, ${happened} up to now`);
  }
  return happened;

  async function callsOf(kind: string) {
    const operation = await client.prepare(kind, treeUnderFaults);
    return await countCalls(server.pid, names, () => client.perform(operation));
  }
}
