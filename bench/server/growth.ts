import type { Folder } from '#contract/records/entries.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { runLoad } from '../load/run-load.ts';
import { type Figure, median, milliseconds, p99, timed } from '../support/figures.ts';
import { pagePath, readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';
import { type Contender, ours } from '../uploads/contenders.ts';
import { uploadFiles } from '../uploads/upload-files.ts';

const sizes = [1000, 100_000, 1_000_000];
const filesPerFolder = 1000;
const crowds = [1, 10, 100];
const pages = 200;
const folders = 50;
const smallBytes = 10 * 1024;
const smallFiles = 1000;
const smallAtOnce = 8;

type Seed = { folders: number; filesInEach: number };

/** The cost of a hundred and a thousand times as many files in a folder and in an account, and of ten and a hundred times as many clients. */
export async function measureGrowth(): Promise<Figure[]> {
  const dataFolder = await newFolder();
  const server = await startKeepsake(dataFolder.path);
  let first = 0;
  try {
    const inFolder = await forEach(sizes, (files) => measureAccount({ folders: 1, filesInEach: files }));
    const inAccount = await forEach(sizes, (files) =>
      measureAccount({ folders: files / filesPerFolder, filesInEach: filesPerFolder }),
    );
    const person = await signUp(server);
    const folder = await seed(person, { folders: 1, filesInEach: filesPerFolder });
    const contender = ours(server, person, 'tus', 'ours');
    const clients = await forEach(crowds, (atOnce) => measureClients(contender, folder, atOnce));
    return [
      ...figures('files in the folder', sizes, inFolder),
      ...figures(`files in the account, ${filesPerFolder} in each folder`, sizes, inAccount),
      ...figures('clients', crowds, clients),
    ];
  } finally {
    await server.stop();
    await dataFolder.remove();
  }

  /** Returns the first of the folders. */
  async function seed(person: Person, wanted: Seed): Promise<Folder> {
    const [folder] = await seedFiles({ dataFolder: dataFolder.path }, person, wanted);
    if (folder === undefined) throw new Error('No folder was created');
    return folder;
  }

  async function measureAccount(wanted: Seed): Promise<Record<string, string>> {
    const person = await signUp(server);
    const folder = await seed(person, wanted);
    const page = await readPages(server, person, { folderId: folder.id, files: wanted.filesInEach, pages });
    const created: number[] = [];
    for (let i = 0; i < folders; i += 1) {
      created.push(await timed(() => person.api.folders.create({ name: `new ${i}`, parentId: folder.id })));
    }
    return {
      'a page of 100': milliseconds(median(page)),
      'create a folder': milliseconds(median(created)),
      'small files': await uploadSmallFiles(ours(server, person, 'tus', 'ours', folder), smallAtOnce),
    };
  }

  async function measureClients(contender: Contender, folder: Folder, atOnce: number): Promise<Record<string, string>> {
    const workload = { kind: 'get' as const, path: pagePath(folder.id, null) };
    const job = { port: server.port, workload, headers: contender.headers, first: 0, expected: 200 };
    const { ms, latencies } = await runLoad({ ...job, count: smallFiles, atOnce });
    return {
      'a page of 100': `${Math.round(smallFiles / (ms / 1000))}/s`,
      'a page of 100, p99': milliseconds(p99(latencies)),
      'small files': await uploadSmallFiles(contender, atOnce),
    };
  }

  async function uploadSmallFiles(contender: Contender, atOnce: number): Promise<string> {
    const { rate } = await uploadFiles(contender, { fileBytes: smallBytes, first, count: smallFiles, atOnce });
    first += smallFiles;
    return `${Math.round(rate)}/s`;
  }
}

async function forEach<In, Out>(values: readonly In[], work: (value: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  for (const value of values) results.push(await work(value));
  return results;
}

/** One line per measurement: `1,000: 2.1 ms, 10,000: 2.2 ms, …`. */
function figures(what: string, numbers: readonly number[], measured: Record<string, string>[]): Figure[] {
  return Object.keys(measured[0] ?? {}).map((name) => ({
    what: `${what}: ${name}`,
    value: numbers.map((number, i) => `${number.toLocaleString('en')}: ${measured[i]?.[name]}`).join(', '),
  }));
}
