import { Agent } from 'node:http';
import { personAt, signUp } from '#tests/support/client/build-account.ts';
import { change, type Listener, listen } from '../server/listeners.ts';
import { type Figure, timesOf } from '../support/figures.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { startNodes } from '../support/start-nodes.ts';

const changes = 300;

/** From the request that creates a folder on one node until a listener of the same person receives it, there and on the other. */
export async function measureTwoNodes(): Promise<Figure[]> {
  const { nodes, stop } = await startNodes(2);
  const [one, other] = nodes as [ServerProcess, ServerProcess];
  const listeners: Listener[] = [];
  try {
    const person = await signUp(one);
    const agent = new Agent();
    const figures: Figure[] = [];
    for (const [where, node] of [
      ['the other node', other],
      ['the same node', one],
    ] as const) {
      const listener = await listen(node, personAt(node, person), agent);
      listeners.push(listener);
      const times: number[] = [];
      for (let i = 0; i < changes; i += 1) times.push(...(await change(person, [listener], `${where} ${i}`)));
      figures.push({
        what: `from creating a folder until a listener of ${where} receives it (${changes})`,
        value: timesOf(times),
      });
    }
    return figures;
  } finally {
    for (const { request } of listeners) request.destroy();
    await stop();
  }
}
