import { byRevision, requestsTo } from '#web/ui/browser/browser-database.ts';
import type { Listing } from './listing.ts';

const request = requestsTo('listings');

/** A listing as it was kept. */
export type SavedListing = {
  listing: Listing;
  /** When it was last known to be true, in milliseconds since the epoch. */
  at: number;
};

/** The listings of one person that this browser keeps. None of the functions ever rejects. */
export type SavedListings = ReturnType<typeof createSavedListings>;

/** Empties what is kept, of everybody or of everybody but one person. */
export async function forgetSavedListings(butOf?: string): Promise<void> {
  if (butOf === undefined) {
    await request('readwrite', (store) => store.clear());
    return;
  }
  await request('readwrite', (store) => {
    store.delete(IDBKeyRange.upperBound([butOf], true));
    return store.delete(IDBKeyRange.lowerBound([butOf, []], true));
  });
}

type Row = SavedListing & { uid: string; folderId: string; revision: number };

/**
 * Keeps folder listings in IndexedDB, so that a folder that was seen opens without the network. What cannot be kept or
 * read, because storage is full or forbidden, is not kept: the app then waits for the server.
 */
export function createSavedListings(uid: string) {
  let closed = false;

  return {
    /** The kept listing of a folder; null is Root. */
    async read(folderId: string | null): Promise<SavedListing | undefined> {
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

function nameOf(folderId: string | null): string {
  return folderId ?? 'root';
}
