import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { runLoad } from '../load/run-load.ts';
import { type Figure, median, timed, timesOf } from '../support/figures.ts';
import { readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';

const times = 300;
const logIns = 30;
const files = 100_000;
const smallCalls = 4000;
const atOnce = 8;
const rounds = 3;

/** The calls that people wait for, in sequence, how many small ones are answered, and the pages of a folder of 100,000 files. */
export async function measureCalls(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  try {
    const person = await signUp(server);
    const { api } = person;
    const target = await api.folders.create({ name: 'Target', parentId: null });
    const ids: string[] = [];
    const create = async (i: number) => ids.push((await api.folders.create({ name: `${i}`, parentId: null })).id);
    const rename = (i: number) => api.entries.update({ id: ids[i] ?? '', name: `renamed ${i}` });
    const move = (i: number) => api.entries.update({ id: ids[i] ?? '', parentId: target.id });
    const figures: Figure[] = [
      { what: 'sign-in', value: timesOf(await each(logIns, () => logIn(server, person))) },
      { what: 'session check', value: timesOf(await each(times, () => person.fetch('/api/auth/get-session'))) },
      { what: 'create a folder', value: timesOf(await each(times, create)) },
      { what: 'rename it', value: timesOf(await each(times, rename)) },
      { what: 'move it', value: timesOf(await each(times, move)) },
      {
        what: `read a folder, ${atOnce} at once`,
        value: await readAtOnce(server, person, `/api/entries/${target.id}`),
      },
    ];
    const [seeded] = await seedFiles({ dataFolder: folder.path }, person, { folders: 1, filesInEach: files });
    const pages = await readPages(server, person, { folderId: seeded?.id ?? '', files, pages: files / 100 });
    return [...figures, { what: 'a page of 100 out of 100,000 files, all 1,000 in turn', value: timesOf(pages) }];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

async function readAtOnce(server: ServerProcess, { server: { headers = {} } }: Person, path: string): Promise<string> {
  const rates: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await server.processorMs();
    const workload = { kind: 'get' as const, path };
    const { ms } = await runLoad({
      port: server.port,
      workload,
      headers,
      first: 0,
      count: smallCalls,
      atOnce,
      expected: 200,
    });
    rates.push(smallCalls / (ms / 1000));
    processor.push(((await server.processorMs()) - before) / smallCalls);
  }
  return `${rates.map(Math.round).join(', ')}/s, processor ${median(processor).toFixed(2)} ms each`;
}

async function each(count: number, work: (i: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < count; i += 1) taken.push(await timed(() => work(i)));
  return taken;
}
