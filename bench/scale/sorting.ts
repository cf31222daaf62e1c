import { inNaturalOrder } from '#contract/names/natural-order.ts';
import { type SortDirection, type SortKey, sortDirections, sortKeys } from '#contract/sort-orders.ts';
import { signUp } from '#tests/support/client/build-account.ts';
import { type Figure, milliseconds, timed, timesOf } from '../support/figures.ts';
import { readPages } from '../support/read-pages.ts';
import { seedFiles } from '../support/seed-files.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';

const sizes = [1000, 100_000, 1_000_000];
/** From the beginning of the folder on. */
const pages = 200;

/** A page of 100 of a folder, by each key and both ways, and what a browser needs to order it by itself. */
export async function measureSorting(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const files of sizes) {
    const dataFolder = await newFolder();
    const server = await startKeepsake(dataFolder.path);
    try {
      const person = await signUp(server);
      const [folder] = await seedFiles({ dataFolder: dataFolder.path }, person, { folders: 1, filesInEach: files });
      if (folder === undefined) throw new Error('No folder was created');
      const measure = async (sort: SortKey, direction: SortDirection) =>
        timesOf(await readPages(server, person, { folderId: folder.id, files, pages, order: { sort, direction } }));
      for (const sort of sortKeys)
        for (const direction of sortDirections)
          figures.push({ what: `${files} files by ${sort}, ${direction}`, value: await measure(sort, direction) });
    } finally {
      await server.stop();
      await dataFolder.remove();
    }
    const names = Array.from({ length: files }, (_, i) => `IMG_${(i * 7919) % files}.jpg`);
    const taken = await timed(() => Promise.resolve(inNaturalOrder(names, (name) => name)));
    figures.push({ what: `${files} names put into their order`, value: milliseconds(taken) });
  }
  return figures;
}
