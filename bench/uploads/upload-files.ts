import { contentOf, nameOf } from '../load/requests.ts';
import { runLoad } from '../load/run-load.ts';
import type { Contender } from './contenders.ts';

/** The number of files of each load that are read back and compared. */
const sampled = 20;

/** Files per second, the server's processor time for each in milliseconds, and the share of a processor that the load took. */
export type UploadResult = { rate: number; processorMs: number; loadShare: number };

/**
 * Uploads files of one size, one request each, `atOnce` in parallel. They are numbered from `first`; loads must not share
 * numbers. Throws if a file is not stored, or returns different bytes.
 */
export async function uploadFiles(
  contender: Contender,
  { fileBytes, first, count, atOnce }: { fileBytes: number; first: number; count: number; atOnce: number },
): Promise<UploadResult> {
  const { server, headers, name } = contender;
  const { workload, pathOf } = await contender.prepare(fileBytes);
  const before = await server.processorMs();
  const { ms, processorMs } = await runLoad({
    port: server.port,
    workload,
    headers,
    first,
    count,
    atOnce,
    expected: 201,
  }).catch((error: unknown) => {
    throw new Error(`${name}, ${atOnce} at once: ${String(error)}`, { cause: error });
  });
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
