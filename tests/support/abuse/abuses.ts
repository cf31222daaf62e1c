/** What strangers may do to a server at the cost of the others. */
import type { Operation } from '#contract/records/batch.ts';
import { type Place, visit } from '../client/build-account.ts';
import { halfSentBodies, unreadDownloads } from './abuse-connections.ts';
import { largeTrash, searchesAndUndo } from './abuse-lists.ts';
import { emptyParts, headerLines } from './abuse-parts.ts';
import { largePictures, manyWaitingPictures, memoryHungryPictures } from './abuse-pictures.ts';
import { type Abuse, again, allOf, type Begin, stranger } from './strangers.ts';

/** Each by what it does. */
export const abuses: Record<string, Abuse> = {
  'copies of copies, in batches and one by one': copyBombs,
  '800 folders 99 deep with long names, listed 8 at a time': deepListings,
  '250 multipart bodies of 8 MiB, half sent': halfSentBodies,
  '150 log-ins at once from 150 addresses, again and again': logIns,
  '300 downloads that nobody reads': unreadDownloads,
  'multipart bodies of 7.4 MB of empty parts, 8 at a time': emptyParts,
  'multipart bodies of 7.4 MB of header lines, 8 at a time': headerLines,
  'pictures of 49 megapixels, one after the other': largePictures,
  'pictures of a few hundred bytes that decode to 49 megapixels': memoryHungryPictures,
  '50,000 pictures that wait for their thumbnails': manyWaitingPictures,
  '200,000 entries in Trash, listed, added up and deleted': largeTrash,
  'searches 8 at a time, and undoing 4 at a time': searchesAndUndo,
};

/** Prepares all of them, one after the other, and then begins them. What it returns ends them. */
export async function beginAbuses(place: Place, those: readonly Abuse[]): Promise<() => void> {
  const begins: Begin[] = [];
  for (const abuse of those) begins.push(await abuse(place));
  return allOf(begins)();
}

async function copyBombs(place: Place): Promise<Begin> {
  let id = '';
  const person = await stranger(place, async ({ api }) => {
    ({ id } = await api.folders.create({ name: 'Doubling', parentId: null }));
  });
  const batches = again(async (round) => {
    const operations: Operation[] = [{ do: 'create-folder', name: `${round} 0`, parentId: null }];
    for (let level = 1, last = 0; level <= 15; level += 1) {
      const next = operations.length;
      operations.push({ do: 'create-folder', name: `${round} ${level}`, parentId: null });
      for (const name of ['one', 'two'])
        operations.push({ do: 'copy', id: { operation: last }, parentId: { operation: next }, name });
      last = next;
    }
    await person.api.batch({ operations });
  });
  const copies = again(async (round) => {
    await person.api.entries.copy({ id, parentId: null, name: `Copy ${round}` });
    const { folders } = await person.api.folders.children({ id: 'root', limit: 1000 });
    const copy = folders.find(({ name }) => name === `Copy ${round}`);
    if (copy) await person.api.entries.update({ id: copy.id, parentId: id });
  });
  return allOf([batches, copies]);
}

async function deepListings(place: Place): Promise<Begin> {
  let parentId: string | null = null;
  const person = await stranger(place, async ({ api }) => {
    for (let depth = 1; depth < 99; depth += 1)
      parentId = (await api.folders.create({ name: `${depth}`.padEnd(255, 'n'), parentId })).id;
    for (let from = 0; from < 800; from += 100)
      await api.batch({
        operations: Array.from({ length: 100 }, (_, i) => ({ do: 'create-folder', name: `${from + i}`, parentId })),
      });
  });
  const id = parentId ?? '';
  return again(() => person.api.folders.children({ id, limit: 1000 }), 8);
}

async function logIns(place: Place): Promise<Begin> {
  const { email } = await stranger(place);
  return again(() =>
    Promise.all(
      Array.from({ length: 150 }, () =>
        visit({ baseUrl: place.baseUrl })
          .account.logIn({ email, password: 'not the right one' })
          .catch(() => {}),
      ),
    ),
  );
}
