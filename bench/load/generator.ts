/**
 * Generates load in a separate process: `node bench/load/generator.ts '<job as JSON>'`. Sends the requests over a number
 * of persistent connections until all are answered. Prints the result as JSON.
 */
import { openConnection } from './connection.ts';
import { createRequests, type Workload } from './requests.ts';

/** A load to generate. */
export type Job = {
  port: number;
  workload: Workload;
  headers: Record<string, string>;
  /** Number of the first request. */
  first: number;
  count: number;
  atOnce: number;
  /** The status of a successful response. */
  expected: number;
};

/** The total time and that of each request in milliseconds, and the processor time of this program. */
export type Result = {
  ms: number;
  latencies: number[];
  /** Of the bodies of all responses. */
  receivedBytes: number;
  failed: number;
  firstFailure: string | undefined;
  processorMs: number;
};

const job = JSON.parse(process.argv[2] ?? '') as Job;
process.stdout.write(JSON.stringify(await generateLoad(job)));

async function generateLoad({ port, workload, headers, first, count, atOnce, expected }: Job): Promise<Result> {
  const connections = await Promise.all(Array.from({ length: atOnce }, () => openConnection(port)));
  const latencies: number[] = [];
  let next = first;
  let receivedBytes = 0;
  let failed = 0;
  let firstFailure: string | undefined;
  const usedBefore = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      const requestFor = createRequests(workload, { host: `127.0.0.1:${port}`, ...headers });
      while (next < first + count) {
        const request = requestFor(next++);
        const sentAt = performance.now();
        const failure = await connection.send(request).then(
          ({ status, head, bodyBytes }) => {
            receivedBytes += bodyBytes;
            return status === expected ? undefined : head;
          },
          (error: unknown) => String(error),
        );
        latencies.push(performance.now() - sentAt);
        if (failure === undefined) continue;
        failed += 1;
        firstFailure ??= failure;
      }
    }),
  );
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(usedBefore);
  for (const connection of connections) connection.close();
  return { ms, latencies, receivedBytes, failed, firstFailure, processorMs: (user + system) / 1000 };
}
