import type { Person } from '#tests/support/client/build-account.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { type Figure, median, perSecond } from '../support/figures.ts';
import { newFolder, type ServerProcess, startKeepsake } from '../support/server-process.ts';
import { settleDisk } from '../support/settle-disk.ts';
import { type Contender, ours, startLimit, startPeers } from './contenders.ts';
import { uploadByOwnClient } from './own-client.ts';
import { type UploadResult, uploadFiles } from './upload-files.ts';

const fileBytes = 10 * 1024;
const files = 10_000;
const crowds = [8, 32];
const rounds = 3;

/** 10,000 files of 10 KiB, one request each, 8 and 32 at once, with Keepsake and the peers in turn. */
export async function measureSmallFiles(): Promise<Figure[]> {
  const folder = await newFolder();
  const keepsake = await startKeepsake(`${folder.path}/data`);
  const person = await signUp(keepsake);
  const limit = await startLimit(folder.path);
  const { peers, missing } = await startPeers(folder.path);
  const contenders = [
    limit,
    await startLimit(folder.path, { sync: false }),
    ours(keepsake, person, 'tus', 'ours, tus as the client does'),
    ours(keepsake, person, 'path', 'ours, PUT by path'),
    ...peers,
  ];
  try {
    const together = await compareOwnClient(keepsake, person, { limit, folder: folder.path });
    return [...together, ...(await compareSmallFiles(contenders, limit, { folder: folder.path, files })), ...missing];
  } finally {
    await Promise.all([...new Set(contenders.map(({ server }) => server))].map((server) => server.stop()));
    await folder.remove();
  }
}

/** The same through our own client, in turn with the bare server, which gets them one by one. */
async function compareOwnClient(
  server: ServerProcess,
  person: Person,
  { limit, folder }: { limit: Contender; folder: string },
): Promise<Figure[]> {
  const [together, bare]: UploadResult[][] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const load = { fileBytes, first: (files + 1) * 100 + round * files, count: files };
    await settleDisk(folder);
    bare?.push(await uploadFiles(limit, { ...load, atOnce: 32 }));
    await settleDisk(folder);
    together?.push(await uploadByOwnClient(server, person, load));
  }
  const of = (results: UploadResult[] = [], what: keyof UploadResult) => results.map((result) => result[what]);
  const processor = (results: UploadResult[] = []) => `${median(of(results, 'processorMs')).toFixed(2)} ms each`;
  return [
    {
      what: 'through our own client, many in one request',
      value: `${perSecond(of(together, 'rate'), of(bare, 'rate'))}, processor ${processor(together)}; bare ${processor(bare)}`,
    },
    {
      what: 'processor time of that client',
      value: `${Math.round(100 * Math.max(...of(together, 'loadShare')))} % of one`,
    },
  ];
}

/** Measures the contenders in turn, each with every number of clients in every round; `limit` is one of them. */
export async function compareSmallFiles(
  contenders: Contender[],
  limit: Contender,
  { folder, files: count }: { folder: string; files: number },
): Promise<Figure[]> {
  const cases = crowds.flatMap((atOnce) =>
    contenders.map((contender) => ({ atOnce, contender, results: [] as UploadResult[] })),
  );
  let first = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { atOnce, contender, results } of cases) {
      await settleDisk(folder);
      results.push(await uploadFiles(contender, { fileBytes, first, count, atOnce }));
      first += count;
    }
  }
  const ratesOf = (results: UploadResult[] = []) => results.map(({ rate }) => rate);
  const figures = cases.map(({ atOnce, contender, results }) => {
    const bare = cases.find((other) => other.atOnce === atOnce && other.contender === limit);
    const processor = `processor ${median(results.map(({ processorMs }) => processorMs)).toFixed(2)} ms each`;
    const value = `${perSecond(ratesOf(results), ratesOf(bare?.results))}, ${processor}`;
    return { what: `${atOnce} at once: ${contender.name}`, value };
  });
  const most = Math.max(...cases.flatMap(({ results }) => results.map(({ loadShare }) => loadShare)));
  return [
    ...figures,
    { what: 'processor time of the load itself, maximum', value: `${Math.round(most * 100)} % of one` },
  ];
}
