import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { growTree } from '#tests/support/client/large-tree.ts';
import { type Figure, milliseconds, p99, timed } from '../support/figures.ts';
import { newFolder, startKeepsake } from '../support/server-process.ts';

/** Three levels of 10 folders, with 99 files in each folder. */
const tree = { wide: 99, levels: 3, times: 10 };

/** How long it takes to copy, trash, restore and permanently delete a folder of 100,000 entries, and how long others wait. */
export async function measureLargeTree(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  try {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const { id, count } = await growTree(ada, tree);
    const entries = `${count.toLocaleString('en')} entries`;
    let copy = '';
    return [
      await withWaits(server.baseUrl, bob, `copy ${entries}`, async () => {
        copy = (await ada.api.entries.copy({ id, parentId: null })).folder?.id ?? '';
      }),
      await withWaits(server.baseUrl, bob, `move ${entries} to Trash`, () => ada.api.entries.remove({ id: copy })),
      await withWaits(server.baseUrl, bob, `restore ${entries}`, () => ada.api.trash.restore({ id: copy })),
      await withWaits(server.baseUrl, bob, `delete ${entries} permanently`, async () => {
        await ada.api.entries.remove({ id: copy });
        await ada.api.trash.remove({ id: copy });
      }),
    ];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** The duration of the work and, meanwhile, of requests that need no database and of writes by another person. */
async function withWaits(baseUrl: string, bob: Person, what: string, work: () => Promise<unknown>): Promise<Figure> {
  let working = true;
  const reads: number[] = [];
  const writes: number[] = [];
  let rejected = 0;
  const read = async () => {
    while (working)
      reads.push(await timed(() => fetch(`${baseUrl}/api/docs/start.js`).then((answer) => answer.text())));
  };
  const write = async () => {
    while (working) {
      const make = () => bob.api.folders.create({ name: crypto.randomUUID(), parentId: null });
      writes.push(await timed(() => make().catch(() => (rejected += 1))));
    }
  };
  const waiting = [read(), write()];
  const ms = await timed(work);
  working = false;
  await Promise.all(waiting);
  const waits = `${milliseconds(p99(reads))} p99, ${milliseconds(Math.max(...reads))} maximum`;
  return {
    what: `${what}; meanwhile a request without the database; the longest write by another person, and how many were rejected`,
    value: `${milliseconds(ms)}; ${waits}; ${milliseconds(Math.max(...writes))}, ${rejected}`,
  };
}
