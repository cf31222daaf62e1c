import type { Listing } from './listing.ts';

/** A listing as it was kept. */
export type KeptListing = {
  listing: Listing;
  /** When it was last known to be true, in milliseconds since the epoch. */
  at: number;
};

/** The listings of one person that this browser keeps. None of the functions ever rejects. */
export type KeptListings = ReturnType<typeof createKeptListings>;

type Row = KeptListing & { uid: string; folderId: string; revision: number };

const storeName = 'listings';
const byRevision = 'by-revision';
/** A browser whose storage does not answer within this time counts as one without storage, in milliseconds. */
const patienceMs = 1000;

/**
 * Keeps folder listings in IndexedDB, so that a folder that was seen opens without the network. What cannot be kept or
 * read, because storage is full or forbidden, is not kept: the app then waits for the server.
 */
export function createKeptListings(uid: string) {
  let closed = false;

  return {
    /** The kept listing of a folder; null is Root. */
    async read(folderId: string | null): Promise<KeptListing | undefined> {
      const row = await request<Row | undefined>('readonly', (store) => store.get(keyOf(folderId)));
      return row && { listing: row.listing, at: row.at };
    },
    /** Keeps a listing in the place of the one before it. */
    async write(listing: Listing, at: number): Promise<void> {
      if (closed) return;
      const row: Row = { uid, folderId: nameOf(listing.folder.id), revision: listing.revision, listing, at };
      await request('readwrite', (store) => store.put(row));
    },
    async remove(folderId: string | null): Promise<void> {
      await request('readwrite', (store) => store.delete(keyOf(folderId)));
    },
    /** The newest revision of the account that a kept listing knows. */
    async newestRevision(): Promise<number | undefined> {
      const ofPerson = IDBKeyRange.bound([uid], [uid, []]);
      const cursor = await request('readonly', (store) => store.index(byRevision).openKeyCursor(ofPerson, 'prev'));
      return Array.isArray(cursor?.key) ? Number(cursor.key[1]) : undefined;
    },
    /** Nothing is kept any more from now on. */
    close() {
      closed = true;
    },
  };

  function keyOf(folderId: string | null): string[] {
    return [uid, nameOf(folderId)];
  }
}

/** Empties what is kept, of everybody or of everybody but one person. */
export async function forgetKeptListings(butOf?: string): Promise<void> {
  if (butOf === undefined) {
    await request('readwrite', (store) => store.clear());
    return;
  }
  await request('readwrite', (store) => {
    store.delete(IDBKeyRange.upperBound([butOf], true));
    return store.delete(IDBKeyRange.lowerBound([butOf, []], true));
  });
}

function nameOf(folderId: string | null): string {
  return folderId ?? 'root';
}

/** Runs one request in a transaction of its own. Undefined when the browser cannot or does not answer. */
async function request<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const answer = open()
    .then((database) => outcome(ask(database.transaction(storeName, mode).objectStore(storeName))))
    .catch(() => undefined);
  const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  return await Promise.race([answer, tooLong]);
}

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= openDatabase().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('keepsake', 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore(storeName, { keyPath: ['uid', 'folderId'] });
    store.createIndex(byRevision, ['uid', 'revision']);
  };
  const database = await outcome(opening);
  // Another tab may renew or delete the database, and the browser may close it.
  database.onversionchange = () => {
    database.close();
    opened = undefined;
  };
  database.onclose = () => {
    opened = undefined;
  };
  return database;
}

function outcome<Result>(asked: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('The browser keeps nothing.'));
  });
}
