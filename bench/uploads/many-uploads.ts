import { setTimeout as pause } from 'node:timers/promises';
import { signUp } from '#tests/support/client/build-account.ts';
import { runLoad } from '../load/run-load.ts';
import { type Figure, mebibytes, milliseconds, rate } from '../support/figures.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';
import { ours } from './contenders.ts';

const uploads = 200;
const fileBytes = 20 * 1024 ** 2;
const smallFiles = 5000;
const smallBytes = 10 * 1024;
const smallAtOnce = 32;
const sampleMs = 100;
const restMs = 10_000;

/** 200 uploads of 20 MiB at once, and many small ones: memory of the server, and its event-loop delay. */
export async function measureManyUploads(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path, { watch: true });
  try {
    const person = await signUp(server);
    const { headers, port, prepare } = { ...server, ...ours(server, person, 'tus', 'ours') };
    const { workload } = await prepare(fileBytes);
    await server.eventLoop();
    const large = { port, workload, headers, first: 0, count: uploads, atOnce: uploads, expected: 201 };
    const [result, peak] = await withPeak(server, () => runLoad(large));
    const busy = await server.eventLoop();
    await pause(restMs);
    const after = await server.residentBytes();

    const { workload: smallWorkload } = await prepare(smallBytes);
    await server.eventLoop();
    await runLoad({ ...large, workload: smallWorkload, first: uploads, count: smallFiles, atOnce: smallAtOnce });
    const small = await server.eventLoop();
    const value = ({ p99, max }: typeof busy) => `p99 ${milliseconds(p99)}, longest ${milliseconds(max)}`;
    return [
      { what: `${uploads} uploads of 20 MiB at once: rate`, value: rate(uploads * fileBytes, result.ms) },
      { what: 'resident memory meanwhile, maximum', value: mebibytes(peak) },
      { what: `resident memory ${restMs / 1000} s after`, value: mebibytes(after) },
      { what: 'event-loop delay meanwhile', value: value(busy) },
      { what: `event-loop delay during ${smallFiles} files of 10 KiB, ${smallAtOnce} at once`, value: value(small) },
    ];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** Runs the work and returns the peak memory of the server meanwhile. */
async function withPeak<T>(server: ServerProcess, work: () => Promise<T>): Promise<[T, number]> {
  let peak = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, await server.residentBytes());
      await pause(sampleMs);
    }
  })();
  const result = await work().finally(() => {
    isDone = true;
  });
  await watching;
  return [result, peak];
}
