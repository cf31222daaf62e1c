/** IndexedDB: one database with a store for each kind of record. */
export type StoreName = 'listings' | 'uploads' | 'upload-bytes';

/** Orders a user's listings by revision. */
export const byRevision = 'by-revision';
/** Finds a user's uploads. */
export const byPerson = 'by-person';

let opened: Promise<IDBDatabase> | undefined;

/** The database, which is opened when it is first needed, and again after it was closed. */
export function openBrowserDatabase(): Promise<IDBDatabase> {
  opened ??= openDatabase().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

export function outcome<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser stores nothing.'));
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('keepsake', 3);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      const listings = opening.result.createObjectStore('listings', { keyPath: ['uid', 'folderId'] });
      listings.createIndex(byRevision, ['uid', 'revision']);
    }
    if (oldVersion < 2) {
      const uploads = opening.result.createObjectStore('uploads', { keyPath: 'key' });
      uploads.createIndex(byPerson, 'uid');
    }
    // Apart from their rows, which are written again and again. Rows of version 2 hold their bytes themselves.
    opening.result.createObjectStore('upload-bytes');
  };
  const database = await outcome(opening);
  // Another tab may upgrade or delete the database, and the browser may close it.
  database.onversionchange = () => {
    database.close();
    opened = undefined;
  };
  database.onclose = () => {
    opened = undefined;
  };
  return database;
}
