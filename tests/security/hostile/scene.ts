import type { Tab } from '#tests/support/browser/firefox.ts';
import { type Person, signUp } from '#tests/support/client/build-account.ts';
import { sharedServer } from '#tests/support/server/shared-server.ts';
import { type Addresses, storeHostile } from './addresses.ts';
import { corpus } from './corpus/corpus.ts';
import { startElsewhere } from './elsewhere.ts';
import { startFront } from './front.ts';

/** A file of the corpus that was stored. */
export type Stored = { file: number; addresses: Addresses };

export type Scene = Awaited<ReturnType<typeof setScene>>;

/** What drives a browser: its tabs have the session of a person at a place. */
export type OpenTabs = (person: Person, place: { baseUrl: string }, count: number) => Promise<Tab[]>;

/** How many files are stored at a time. */
const atOnce = 8;

/** Somebody whose account holds every `share`-th file of the corpus, and the other site. */
export async function setScene(share: number) {
  const server = await sharedServer();
  const person = await signUp(server);
  const elsewhere = await startElsewhere(corpus);
  const front = await startFront(server);
  const files = corpus.flatMap((file, at) => (at % share === 0 ? [{ file, at }] : []));
  const stored: Stored[] = [];
  const waiting = files.values();
  const store = async () => {
    for (const { file, at } of waiting) {
      const addresses = await storeHostile(person, file, elsewhere.hitOf(at));
      if (addresses !== undefined) stored.push({ file: at, addresses });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, store));
  return { person, elsewhere, front, stored, refused: files.length - stored.length };
}
