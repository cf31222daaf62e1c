import { byPerson } from '#web/ui/browser/browser-database.ts';
import { requestsTo } from '#web/ui/browser/database-requests.ts';
import type { UnpackGroup } from './upload-item.ts';

/** An unfinished upload, as the browser saves it for after a reload or a crash. */
export type SavedUpload = {
  key: string;
  uid: string;
  /** The tab that sends it. */
  tab: string;
  name: string;
  folderId: string | null;
  contentType: string;
  size: number;
  /** Milliseconds since the epoch, as the file has it. */
  lastModified: number;
  /** A copy of the bytes where there is one, or a handle to them, if the browser gave one. */
  bytes: Blob | FileSystemFileHandle | undefined;
  /** The id that the upload has at the server; rows of older pages have none. */
  uploadId?: string;
  /** The address of the upload at the server, once it has one. */
  url: string | undefined;
  /** Whether the person paused it. */
  paused?: boolean;
  /** With which others it is unpacked once it is stored. */
  unpacks?: UnpackGroup | undefined;
};

/** What becomes of an upload while it is saved. */
export type SavedChange = Partial<Pick<SavedUpload, 'url' | 'bytes' | 'paused' | 'unpacks'>>;

/** Files up to this size are copied with their rows, which share transactions, in bytes. */
export const maxSharedBytes = 64 * 1024;

const bytesStore = 'upload-bytes';

/** A busy disk takes its time with copied files, and nobody waits for it: what is given up here is not resumed. */
const request = requestsTo('uploads', 60_000, [bytesStore]);

type New = {
  /** A copy of the bytes of a small file. */
  copy?: Blob | undefined;
  /** Whether the upload has ended meanwhile: small ones often do before it is their turn to be written. */
  isOver?: () => boolean;
};

/** Writes a row, unless it is not needed any more when it is its turn. */
export async function putRow(row: SavedUpload, { copy, isOver = () => false }: New = {}): Promise<void> {
  const put = (store: IDBObjectStore) => {
    if (!isOver()) {
      if (copy) bytesBeside(store).put(copy, row.key);
      store.put(row);
    }
    return store.getKey(row.key);
  };
  await request('readwrite', put, 'put');
}

/** Copies the bytes of a row, unless it has been removed. */
export async function copyBytes(key: string, bytes: Blob): Promise<void> {
  await request('readwrite', (store) => {
    const finding = store.getKey(key);
    finding.addEventListener('success', () => finding.result !== undefined && bytesBeside(store).put(bytes, key));
    return finding;
  });
}

/** Changes a row, unless it has been removed. */
export async function changeRow(key: string, part: SavedChange): Promise<void> {
  // In one transaction: an upload that is removed meanwhile must not come back.
  await request<SavedUpload | undefined>(
    'readwrite',
    (store) => {
      const reading: IDBRequest<SavedUpload | undefined> = store.get(key);
      reading.addEventListener('success', () => reading.result && store.put({ ...reading.result, ...part }));
      return reading;
    },
    'change',
  );
}

/** Removes a row and its bytes. */
export async function removeRow(key: string): Promise<void> {
  const remove = (store: IDBObjectStore) => {
    bytesBeside(store).delete(key);
    return store.delete(key);
  };
  await request('readwrite', remove, 'remove');
}

/** The rows of a person, in the order of their keys, without the copies of bytes. */
export async function rowsOf(uid: string): Promise<SavedUpload[]> {
  return (await request<SavedUpload[]>('readonly', (store) => store.index(byPerson).getAll(uid))) ?? [];
}

/** A row with the copy of its bytes, where there is one: a handle may need permission. */
export async function withBytes(row: SavedUpload): Promise<SavedUpload> {
  const copy = (store: IDBObjectStore): IDBRequest<Blob | undefined> => bytesBeside(store).get(row.key);
  return { ...row, bytes: (await request('readonly', copy, 'bytes')) ?? row.bytes };
}

/** Deletes the saved uploads of everybody, or of everybody but one person. */
export async function forgetSavedUploads(except?: string): Promise<void> {
  if (except === undefined) {
    await request('readwrite', (store) => {
      bytesBeside(store).clear();
      return store.clear();
    });
    return;
  }
  const rows = await request<SavedUpload[]>('readonly', (store) => store.getAll());
  const others = (rows ?? []).filter(({ uid }) => uid !== except);
  await Promise.all(others.map(({ key }) => removeRow(key)));
}

function bytesBeside(store: IDBObjectStore): IDBObjectStore {
  return store.transaction.objectStore(bytesStore);
}
