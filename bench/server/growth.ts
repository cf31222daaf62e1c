import type { Folder } from '#contract/records/entries.ts';
import { required } from '#server/errors/required.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { runLoad } from '../load/run-load.ts';
import { type Figure, median, milliseconds, p99, timed } from '../support/figures.ts';
import type { DatabaseName } from '../support/installation.ts';
import { pagePath, readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';
import { type Running, startAlone, startOnEngines } from '../support/start-nodes.ts';
import { type Contender, ours } from '../uploads/contenders.ts';
import { uploadFiles } from '../uploads/upload-files.ts';

const sizes = [1000, 100_000, 1_000_000];
const filesPerFolder = 1000;
const crowds = [1, 10, 100];
const pages = 200;
const folders = 50;
/** The smaller ones are stored in the database, the larger ones in the bucket or on the disk. */
const small = [
  { what: '10 KiB files', fileBytes: 10 * 1024, count: 1000 },
  { what: '64 KiB files', fileBytes: 64 * 1024, count: 300 },
];
const calls = 1000;
const smallAtOnce = 8;

type Seed = { folders: number; filesInEach: number };

/**
 * The cost of a hundred and a thousand times as many files in a folder and in an account, and of ten and a hundred times as
 * many clients: on SQLite and the disk, and on PostgreSQL and Ceph.
 */
export async function measureGrowth({ databases }: { databases: readonly DatabaseName[] }): Promise<Figure[]> {
  const all: Figure[] = [];
  for (const name of databases) {
    const installation = await (name === 'sqlite' ? startAlone() : startOnEngines(1));
    try {
      all.push(...(await measureOn(installation)));
    } finally {
      await installation.stop();
    }
  }
  return all;
}

async function measureOn({ name, nodes, database }: Running): Promise<Figure[]> {
  const server = required(nodes[0], 'node');
  let first = 0;
  const inFolder = await forEach(sizes, (files) => measureAccount({ folders: 1, filesInEach: files }));
  const inAccount = await forEach(sizes, (files) =>
    measureAccount({ folders: files / filesPerFolder, filesInEach: filesPerFolder }),
  );
  const visitor = await signUp(server);
  const shared = await seed(visitor, { folders: 1, filesInEach: filesPerFolder });
  const visiting = ours(server, visitor, 'tus', 'ours');
  const byClients = await forEach(crowds, (atOnce) => measureClients(visiting, shared, atOnce));
  return [
    ...figures(`${name}, files in the folder`, sizes, inFolder),
    ...figures(`${name}, files in the account, ${filesPerFolder} in each folder`, sizes, inAccount),
    ...figures(`${name}, clients`, crowds, byClients),
  ];

  /** Returns the first of the folders. */
  async function seed(person: Person, wanted: Seed): Promise<Folder> {
    const [folder] = await seedFiles(database, person, wanted);
    return required(folder, 'seeded folder');
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
      ...(await uploadSmall(ours(server, person, 'tus', 'ours', folder), smallAtOnce)),
    };
  }

  async function measureClients(contender: Contender, folder: Folder, atOnce: number): Promise<Record<string, string>> {
    const workload = { kind: 'get' as const, path: pagePath(folder.id, null) };
    const job = { port: server.port, workload, headers: contender.headers, first: 0, expected: 200 };
    const { ms, latencies } = await runLoad({ ...job, count: calls, atOnce });
    return {
      'a page of 100': `${Math.round(calls / (ms / 1000))}/s`,
      'a page of 100, p99': milliseconds(p99(latencies)),
      ...(await uploadSmall(contender, atOnce)),
    };
  }

  async function uploadSmall(contender: Contender, atOnce: number): Promise<Record<string, string>> {
    const rates: Record<string, string> = {};
    for (const { what, fileBytes, count } of small) {
      const { rate } = await uploadFiles(contender, { fileBytes, first, count, atOnce });
      first += count;
      rates[what] = `${Math.round(rate)}/s`;
    }
    return rates;
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
