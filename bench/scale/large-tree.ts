import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { growTree } from '#tests/support/client/large-tree.ts';
import { type Figure, milliseconds, p99, timed } from '../support/figures.ts';
import { newFolder, startKeepsake } from '../support/running.ts';

/** 10 × 10 × 10 folders of 99 files, one in the other. */
const tree = { wide: 99, levels: 3, times: 10 };

/** A folder of 100,000 things is copied, moved to Trash, restored, deleted for good; and how long others wait meanwhile. */
export async function measureLargeTree(): Promise<Figure[]> {
  const folder = await newFolder();
  const server = await startKeepsake(folder.path);
  try {
    const [ada, bob] = [await signUp(server), await signUp(server)];
    const { id, count } = await growTree(ada, tree);
    const things = `${count.toLocaleString('en')} things`;
    let copy = '';
    return [
      await withWaits(server.baseUrl, bob, `copy ${things}`, async () => {
        copy = (await ada.api.entries.copy({ id, parentId: null })).folder?.id ?? '';
      }),
      await withWaits(server.baseUrl, bob, `move ${things} to Trash`, () => ada.api.entries.remove({ id: copy })),
      await withWaits(server.baseUrl, bob, `restore ${things}`, () => ada.api.trash.restore({ id: copy })),
      await withWaits(server.baseUrl, bob, `delete ${things} for good`, async () => {
        await ada.api.entries.remove({ id: copy });
        await ada.api.trash.remove({ id: copy });
      }),
    ];
  } finally {
    await server.stop();
    await folder.remove();
  }
}

/** How long the work takes, and meanwhile a request that needs no database, and a write of another person. */
async function withWaits(baseUrl: string, bob: Person, what: string, work: () => Promise<unknown>): Promise<Figure> {
  let working = true;
  const health: number[] = [];
  const writes: number[] = [];
  let refused = 0;
  const ask = async () => {
    while (working)
      health.push(await timed(() => fetch(`${baseUrl}/api/docs/start.js`).then((answer) => answer.text())));
  };
  const write = async () => {
    while (working) {
      const make = () => bob.api.folders.create({ name: crypto.randomUUID(), parentId: null });
      writes.push(await timed(() => make().catch(() => (refused += 1))));
    }
  };
  const waiting = [ask(), write()];
  const ms = await timed(work);
  working = false;
  await Promise.all(waiting);
  const waits = `${milliseconds(p99(health))} p99, ${milliseconds(Math.max(...health))} most`;
  return {
    what: `${what}; meanwhile a request without the database; the longest write of somebody else, and how many were told to try again`,
    value: `${milliseconds(ms)}; ${waits}; ${milliseconds(Math.max(...writes))}, ${refused}`,
  };
}
