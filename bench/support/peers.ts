import { signUp } from '#tests/support/client/build-account.ts';
import { nameOf } from '../load/requests.ts';
import { runLoad } from '../load/run-load.ts';
import { ours, startLimit, startPeers } from '../uploads/contenders.ts';
import { type Figure, median, milliseconds, rateFigure } from './figures.ts';
import { newFolder, startKeepsake } from './server-process.ts';
import { settleDisk } from './settle-disk.ts';

const gibibyte = 1024 ** 3;
const rounds = 3;

/** One file of 1 GiB up in one request and down, with Keepsake and the peers in turn. */
export async function measurePeers(): Promise<Figure[]> {
  const folder = await newFolder();
  const keepsake = await startKeepsake(`${folder.path}/data`);
  const limit = await startLimit(folder.path);
  const { peers, missing } = await startPeers(folder.path);
  const contenders = [limit, ours(keepsake, await signUp(keepsake), 'tus', 'ours, hashed'), ...peers];
  const cases = contenders.map((contender) => ({
    contender,
    up: [] as number[],
    down: [] as number[],
    processor: [] as number[],
  }));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const { contender, up, down, processor } of cases) {
        await settleDisk(folder.path);
        const { server, headers } = contender;
        const { workload, pathOf } = await contender.prepare(gibibyte);
        const job = { port: server.port, headers, first: round, count: 1, atOnce: 1 };
        const before = await server.processorMs();
        up.push((await runLoad({ ...job, workload, expected: 201 })).ms);
        processor.push((await server.processorMs()) - before);
        const path = pathOf(nameOf(round));
        const { ms, receivedBytes } = await runLoad({ ...job, workload: { kind: 'get', path }, expected: 200 });
        if (receivedBytes !== gibibyte) throw new Error(`${contender.name} gave ${receivedBytes} bytes`);
        down.push(ms);
      }
    }
  } finally {
    await Promise.all(contenders.map(({ server }) => server.stop()));
    await folder.remove();
  }
  const bare = cases.find(({ contender }) => contender === limit);
  return [
    ...cases.map(({ contender, up, processor }) => {
      const { what, value } = rateFigure(`1 GiB up: ${contender.name}`, gibibyte, up, bare?.up);
      return { what, value: `${value}, processor ${milliseconds(median(processor))}` };
    }),
    ...cases.map(({ contender, down }) => rateFigure(`1 GiB down: ${contender.name}`, gibibyte, down, bare?.down)),
    ...missing,
  ];
}
