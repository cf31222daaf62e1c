import { byRevision } from '#web/ui/browser/browser-database.ts';
import { requestsTo } from '#web/ui/browser/database-requests.ts';
import type { Listing } from '../cache/listing.ts';

/** The page waits for what is saved before it asks the server: as long as a busy disk may take. */
const request = requestsTo('listings', 5000);

/** A listing as it was saved. */
export type SavedListing = {
  listing: Listing;
  /** When it was last known to be up to date, in milliseconds since the epoch. */
  at: number;
};

/** The saved listings of one user in this browser. None of the functions ever rejects. */
export type SavedListings = ReturnType<typeof createSavedListings>;

/** Deletes the saved listings of everybody, or of everybody but one user. */
export async function forgetSavedListings(except?: string): Promise<void> {
  if (except === undefined) {
    await request('readwrite', (store) => store.clear());
    return;
  }
  await request('readwrite', (store) => {
    store.delete(IDBKeyRange.upperBound([except], true));
    return store.delete(IDBKeyRange.lowerBound([except, []], true));
  });
}

type Row = SavedListing & { uid: string; folderId: string; revision: number };

/**
 * Saves folder listings in IndexedDB, so that a folder that was opened before opens without the network. Where storage is
 * full or forbidden nothing is saved: the app then waits for the server.
 */
export function createSavedListings(uid: string) {
  let closed = false;

  return {
    /** The saved listing of a folder; null is Root. */
    async read(folderId: string | null): Promise<SavedListing | undefined> {
      const row = await request<Row | undefined>('readonly', (store) => store.get(keyOf(folderId)));
      // One that an earlier version saved does not have what folders hold.
      return row?.listing.folder.contents && { listing: row.listing, at: row.at };
    },
    /** Saves a listing in place of the one before it. */
    async write(listing: Listing, at: number): Promise<void> {
      if (closed) return;
      const row: Row = { uid, folderId: nameOf(listing.folder.id), revision: listing.revision, listing, at };
      await request('readwrite', (store) => store.put(row));
    },
    async remove(folderId: string | null): Promise<void> {
      await request('readwrite', (store) => store.delete(keyOf(folderId)));
    },
    /** The newest revision of the account of any saved listing. */
    async newestRevision(): Promise<number | undefined> {
      const ofUser = IDBKeyRange.bound([uid], [uid, []]);
      const cursor = await request('readonly', (store) => store.index(byRevision).openKeyCursor(ofUser, 'prev'));
      return Array.isArray(cursor?.key) ? Number(cursor.key[1]) : undefined;
    },
    /** Saves nothing from now on. */
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
