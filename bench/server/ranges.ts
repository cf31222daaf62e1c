import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { signUp } from '#tests/support/client/build-account.ts';
import { runLoad } from '../load/run-load.ts';
import { type Figure, median, perSecond, timesOf } from '../support/figures.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';
import { startLimit, startPeers } from '../uploads/contenders.ts';
import { seedSparseFile, sparseBytes } from '../uploads/seed-sparse-file.ts';

const rangeBytes = 64 * 1024;
const requests = 1000;
const atOnce = 8;
const rounds = 5;

/** 1,000 ranges of 64 KiB all over a sparse file of 10 GiB, 8 at once, from Keepsake and the peers in turn. */
export async function measureRanges(): Promise<Figure[]> {
  const folder = await newFolder();
  const data = `${folder.path}/data`;
  const keepsake = await startKeepsake(data);
  const limit = await startLimit(folder.path);
  const { peers, missing } = await startPeers(folder.path);
  const plain = [limit, ...peers].flatMap((contender) =>
    contender.filesFolder === undefined ? [] : [{ ...contender, path: '/sparse', filesFolder: contender.filesFolder }],
  );
  try {
    const person = await signUp(keepsake);
    const path = await seedSparseFile(data, person);
    for (const { filesFolder } of plain) await makeSparse(join(filesFolder, 'sparse'));
    const cases = [{ name: 'ours', server: keepsake, headers: person.server.headers ?? {}, path }, ...plain].map(
      (contender) => ({
        ...contender,
        rates: [] as number[],
        processor: [] as number[],
        latencies: [] as number[],
      }),
    );
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, server, headers, rates, processor, latencies, ...contender } of cases) {
        const workload = { kind: 'range' as const, path: contender.path, fileBytes: sparseBytes, rangeBytes };
        const job = {
          port: server.port,
          workload,
          headers,
          first: round * requests,
          count: requests,
          atOnce,
          expected: 206,
        };
        const before = await server.processorMs();
        const result = await runLoad(job);
        processor.push(((await server.processorMs()) - before) / requests);
        if (result.receivedBytes !== requests * rangeBytes)
          throw new Error(`${name} gave ${result.receivedBytes} bytes`);
        rates.push(requests / (result.ms / 1000));
        latencies.push(...result.latencies);
      }
    }
    const bare = cases.find(({ server }) => server === limit.server)?.rates;
    const figures = cases.map(({ name, rates, processor, latencies }) => ({
      what: name,
      value: `${perSecond(rates, bare)}, ${timesOf(latencies)}, processor ${median(processor).toFixed(2)} ms each`,
    }));
    return [...figures, ...missing];
  } finally {
    await Promise.all([keepsake, limit.server, ...peers.map(({ server }) => server)].map((server) => server.stop()));
    await folder.remove();
  }
}

async function makeSparse(path: string): Promise<void> {
  const file = await open(path, 'w', 0o644);
  await file.truncate(sparseBytes);
  await file.close();
}
