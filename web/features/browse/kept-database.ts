/** Folder listings in the browser, each under the uid of its person and the id of its folder. */
const storeName = 'listings';
/** Orders a person's listings by revision. */
export const byRevision = 'by-revision';
/** A browser whose storage does not answer within this time counts as one without storage, in milliseconds. */
const patienceMs = 1000;

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

/** Runs one request in a transaction of its own. Undefined when the browser cannot or does not answer. */
export async function request<Result>(
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
