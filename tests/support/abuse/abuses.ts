/** What strangers may do to a server at the cost of the others. */
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { Operation } from '#contract/records/batch.ts';
import { type Person, type Place, personAt, signUp, visit } from '../client/build-account.ts';
import { uploadFile } from '../client/upload-file.ts';
import { halfSentBodies, unreadDownloads } from './abuse-connections.ts';
import { patiently } from './patient-fetch.ts';

/** Begins to do it; what it returns ends it. */
export type Abuse = (place: Place) => Promise<() => void>;

/** Each by what it does. */
export const abuses: Record<string, Abuse> = {
  'copies of copies, in batches and one by one': copyBombs,
  '800 folders 99 deep with long names, listed 8 at a time': deepListings,
  '250 multipart bodies of 8 MiB, half sent': halfSentBodies,
  '150 log-ins at once from 150 addresses, again and again': logIns,
  '300 downloads that nobody reads': unreadDownloads,
  'pictures of 49 megapixels, one after the other': largePictures,
};

/** Begins all of them, one after the other: what one prepares need not meet all the others. What it returns ends them. */
export async function beginAbuses(place: Place, those: readonly Abuse[]): Promise<() => void> {
  const ends: (() => void)[] = [];
  for (const abuse of those) ends.push(await abuse(place));
  return () => {
    for (const end of ends) end();
  };
}

/** Repeats work, whatever becomes of it, until the returned function is called. */
function again(work: (round: number) => Promise<unknown>): () => void {
  let isOver = false;
  void (async () => {
    for (let round = 0; !isOver; round += 1) await work(round).catch(() => pause(100));
  })();
  return () => {
    isOver = true;
  };
}

/** Somebody who prepares patiently, and then has no patience. */
async function stranger(place: Place, prepare: (person: Person) => Promise<unknown> = async () => {}): Promise<Person> {
  const patient = await signUp(patiently(place));
  await prepare(patient);
  return personAt({ baseUrl: place.baseUrl }, patient);
}

async function copyBombs(place: Place): Promise<() => void> {
  let id = '';
  const person = await stranger(place, async ({ api }) => {
    ({ id } = await api.folders.create({ name: 'Doubling', parentId: null }));
  });
  const end = again(async (round) => {
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
  const endDoubling = again(async (round) => {
    await person.api.entries.copy({ id, parentId: null, name: `Copy ${round}` });
    const { folders } = await person.api.folders.children({ id: 'root', limit: 1000 });
    const copy = folders.find(({ name }) => name === `Copy ${round}`);
    if (copy) await person.api.entries.update({ id: copy.id, parentId: id });
  });
  return () => {
    end();
    endDoubling();
  };
}

async function deepListings(place: Place): Promise<() => void> {
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
  const ends = Array.from({ length: 8 }, () => again(() => person.api.folders.children({ id, limit: 1000 })));
  return () => {
    for (const end of ends) end();
  };
}

async function logIns(place: Place): Promise<() => void> {
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

async function largePictures(place: Place): Promise<() => void> {
  const person = await stranger(place);
  const create = { width: 7000, height: 7000, channels: 3 as const, background: 'red' };
  const picture = await sharp({ create }).avif({ effort: 0 }).toBuffer();
  return again(async (round) => {
    // Other bytes each time, or there would be nothing to draw.
    const body = Buffer.concat([picture, Buffer.from(`${round}`)]);
    await uploadFile(person, { name: `${round}.avif`, contentType: 'image/avif', body });
    await pause(200);
  });
}
