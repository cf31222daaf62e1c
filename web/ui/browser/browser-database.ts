/** IndexedDB: one database with a store for each kind of record. */
export type StoreName = 'listings' | 'uploads';

/** Orders a user's listings by revision. */
export const byRevision = 'by-revision';
/** Finds a user's uploads. */
export const byPerson = 'by-person';
/** Runs one request in a transaction of its own. Undefined when the browser cannot or does not answer. */
export type Requests = <Result>(
  mode: IDBTransactionMode,
  send: (store: IDBObjectStore) => IDBRequest<Result>,
) => Promise<Result | undefined>;

/**
 * The requests to one store. A browser whose storage does not answer within `patienceMs` milliseconds counts as one
 * without storage, until it answers.
 */
export function requestsTo(name: StoreName, patienceMs: number): Requests {
  let isSilent = false;
  return async (mode, send) => {
    const answer = open()
      .then((database) => outcome(send(database.transaction(name, mode, { durability: 'strict' }).objectStore(name))))
      .catch(() => undefined);
    const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<undefined>();
    const silence = () => {
      isSilent = true;
      giveUp(undefined);
    };
    const timer = setTimeout(silence, isSilent ? 0 : patienceMs);
    void answer.then(() => {
      isSilent = false;
      clearTimeout(timer);
    });
    return await Promise.race([answer, givenUp]);
  };
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
  const opening = indexedDB.open('keepsake', 2);
  opening.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      const listings = opening.result.createObjectStore('listings', { keyPath: ['uid', 'folderId'] });
      listings.createIndex(byRevision, ['uid', 'revision']);
    }
    const uploads = opening.result.createObjectStore('uploads', { keyPath: 'key' });
    uploads.createIndex(byPerson, 'uid');
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

function outcome<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser stores nothing.'));
  });
}
