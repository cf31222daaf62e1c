import { contentOf, nameOf } from '../load/requests.ts';
import { runLoad } from '../load/run-load.ts';
import type { Contender } from './contenders.ts';

/** Files of each load that are read back and compared. */
const sampled = 20;

/** How many files a second were kept, the server's processor time for each, and what part of one the load itself took. */
export type Kept = { rate: number; processorMs: number; loadShare: number };

/**
 * Sends files of a size, so many at once, each in a request of its own and numbered from `first`, which no other load
 * may have. Throws when one is not kept, or comes back as other bytes.
 */
export async function uploadFiles(
  contender: Contender,
  { fileBytes, first, count, atOnce }: { fileBytes: number; first: number; count: number; atOnce: number },
): Promise<Kept> {
  const { server, headers, name } = contender;
  const { way, pathOf } = await contender.place(fileBytes);
  const before = await server.processorMs();
  const { ms, processorMs } = await runLoad({ port: server.port, way, headers, first, count, atOnce, expected: 201 });
  const after = await server.processorMs();
  for (let i = 0; i < sampled; i += 1) {
    const number = first + Math.floor((i / sampled) * count);
    const response = await fetch(`${server.baseUrl}${pathOf(nameOf(number))}`, { headers });
    const received = Buffer.from(await response.arrayBuffer());
    if (!received.equals(contentOf(number, fileBytes)))
      throw new Error(`${name}: ${nameOf(number)} is not what was sent`);
  }
  return { rate: count / (ms / 1000), processorMs: (after - before) / count, loadShare: processorMs / ms };
}
