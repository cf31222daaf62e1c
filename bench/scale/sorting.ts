import { inNaturalOrder } from '#contract/names/natural-order.ts';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { type SortDirection, type SortKey, sortDirections, sortKeys } from '#contract/sort-orders.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { createOrdering } from '#web/features/files/order/order.ts';
import { type Figure, milliseconds, timesOf } from '../support/figures.ts';
import { createInstallation, type DatabaseName } from '../support/installation.ts';
import { readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';

const sizes = [1000, 100_000, 1_000_000];
/** From the beginning of the folder on. */
const pages = 200;

/** A page of 100 of a folder, by each key and both ways, and what the page needs to order it by itself. */
export async function measureSorting({ databases }: { databases: readonly DatabaseName[] }): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const database of databases) {
    for (const files of sizes) figures.push(...(await measureListing(database, files)));
  }
  for (const files of sizes) figures.push(...measureOrdering(files));
  return figures;
}

async function measureListing(database: DatabaseName, files: number): Promise<Figure[]> {
  const installation = await createInstallation(database);
  const server = await installation.start();
  try {
    const person = await signUp(server);
    const [folder] = await seedFiles(installation.database, person, { folders: 1, filesInEach: files });
    if (folder === undefined) throw new Error('No folder was created');
    const measure = async (sort: SortKey, direction: SortDirection) =>
      timesOf(await readPages(server, person, { folderId: folder.id, files, pages, order: { sort, direction } }));
    const figures: Figure[] = [];
    for (const sort of sortKeys)
      for (const direction of sortDirections)
        figures.push({
          what: `${database}, a page of ${files} files by ${sort}, ${direction}`,
          value: await measure(sort, direction),
        });
    return figures;
  } finally {
    await server.stop();
    await installation.remove();
  }
}

/** The web app's own ordering: of all, from nothing; and again when one more has come. */
function measureOrdering(count: number): Figure[] {
  const files = Array.from({ length: count }, (_, at) => fileAt(at, count));
  const names = files.map(({ name }) => name);
  return [
    { what: `${count} names put into their order`, value: milliseconds(took(() => inNaturalOrder(names, String))) },
    ...sortKeys.map((sort) => {
      const { inOrder } = createOrdering<StoredFile>();
      const first = took(() => inOrder(files, { sort, direction: 'desc' }));
      const again = took(() => inOrder([...files, fileAt(count, count)], { sort, direction: 'desc' }));
      return {
        what: `the page's own order of ${count} files by ${sort}; with one more`,
        value: `${milliseconds(first)}; ${milliseconds(again)}`,
      };
    }),
  ];
}

function took(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function fileAt(at: number, count: number): StoredFile {
  return {
    id: String(at),
    name: `IMG_${(at * 7919) % count}.jpg`,
    size: (at * 31) % count,
    contentType: at % 3 === 0 ? 'image/jpeg' : 'text/plain',
    createdAt: at,
    modifiedAt: (at * 101) % count,
  } as StoredFile;
}
