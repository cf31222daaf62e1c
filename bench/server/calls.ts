import { logIn, signUp } from '#tests/support/client/build-account.ts';
import { type Figure, timed, timesOf } from '../support/figures.ts';
import { readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';

const times = 300;
const logIns = 30;
const files = 100_000;

/** The calls that people wait for, in sequence, and the pages of a folder of 100,000 files. */
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
    ];
    const [seeded] = await seedFiles({ dataFolder: folder.path }, person, { folders: 1, filesInEach: files });
    const pages = await readPages(server, person, { folderId: seeded?.id ?? '', files, pages: files / 100 });
    return [...figures, { what: 'a page of 100 out of 100,000 files, all 1,000 in turn', value: timesOf(pages) }];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

async function each(count: number, work: (i: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < count; i += 1) taken.push(await timed(() => work(i)));
  return taken;
}
