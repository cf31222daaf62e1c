import { byPerson } from '#web/ui/browser/browser-database.ts';
import { requestsTo } from '#web/ui/browser/database-requests.ts';
import { handleOf } from './file-handles.ts';

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
  /**
   * A copy of the bytes, or a handle to them; neither when the file is too large to copy and the browser gives no
   * handle.
   */
  bytes: Blob | FileSystemFileHandle | undefined;
  /** The address of the upload at the server, once it has one. */
  url: string | undefined;
  /** Whether the person paused it. */
  paused?: boolean;
};

/** The unfinished uploads of one user in this browser. None of the functions ever rejects. */
export type SavedUploads = ReturnType<typeof createSavedUploads>;

/** Larger files are not copied into the browser's storage, in bytes. */
const maxCopiedBytes = 64 * 1024 ** 2;

/** What is copied of files up to this size shares transactions, in bytes. */
const maxSharedBytes = 64 * 1024;

/** Held by a tab while it is open; its id follows. */
const tabLock = 'keepsake-tab-';

/** A busy disk takes its time with copied files, and nobody waits for it: what is given up here is not resumed. */
const request = requestsTo('uploads', 60_000);

/**
 * Saves unfinished uploads in IndexedDB. Each belongs to the tab that sends it; a lock tells whether that tab is still
 * open. A browser without locks saves none, because two tabs could send the same file.
 */
export function createSavedUploads(uid: string) {
  const ended = Promise.withResolvers<void>();
  const watching = new AbortController();
  const canSave = navigator.locks !== undefined;
  const tab = canSave ? crypto.randomUUID() : '';
  let closed = false;
  let added = 0;
  if (canSave) void navigator.locks.request(lockOf(tab), () => ended.promise);

  return {
    /** Saves a new upload, with its bytes or their handle. Returns its key. */
    async add(file: File, folderId: string | null): Promise<string> {
      const { name, size, type: contentType, lastModified } = file;
      const row: SavedUpload = {
        key: `${tab}/${(added += 1)}`,
        uid,
        tab,
        name,
        folderId,
        contentType,
        size,
        lastModified,
        bytes: size <= maxCopiedBytes ? file : handleOf(file),
        url: undefined,
      };
      await put(row);
      return row.key;
    },

    /** Saves the address of an upload, whether it is paused, or its bytes when they were chosen again. */
    async change(key: string, part: Partial<Pick<SavedUpload, 'url' | 'bytes' | 'paused'>>): Promise<void> {
      if (closed) return;
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
    },

    async remove(key: string): Promise<void> {
      await request('readwrite', (store) => store.delete(key), 'remove');
    },

    /**
     * Calls `onClosed` each time one of the tabs that are open now is closed. To the page that follows it, a page that is
     * being reloaded may be open for another moment.
     */
    async watchTabs(onClosed: () => void): Promise<void> {
      if (!canSave) return;
      const { held = [] } = await navigator.locks.query();
      for (const { name = '' } of held) {
        if (!name.startsWith(tabLock) || name === lockOf(tab)) continue;
        // Granted when that tab is closed.
        const closing = navigator.locks.request(name, { signal: watching.signal }, () => {});
        void closing.then(onClosed, () => {});
      }
    },

    /** Takes over the uploads of tabs that were closed, each once, in the order in which they were added. */
    async adopt(): Promise<SavedUpload[]> {
      if (!canSave) return [];
      return await navigator.locks.request('keepsake-uploads-adopt', async () => {
        const rows = (await request<SavedUpload[]>('readonly', (store) => store.index(byPerson).getAll(uid))) ?? [];
        const open = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
        const left = rows.filter((row) => row.tab !== tab && !open.has(lockOf(row.tab)));
        const adopted = left.map((row) => ({ ...row, tab }));
        await Promise.all(adopted.map(put));
        return adopted;
      });
    },

    /** Saves nothing from now on. */
    close() {
      closed = true;
      watching.abort();
      ended.resolve();
    },
  };

  async function put(row: SavedUpload): Promise<void> {
    const together = row.size <= maxSharedBytes ? 'put' : undefined;
    if (!closed && canSave) await request('readwrite', (store) => store.put(row), together);
  }
}

/** Deletes the saved uploads of everybody, or of everybody but one user. */
export async function forgetSavedUploads(except?: string): Promise<void> {
  if (except === undefined) {
    await request('readwrite', (store) => store.clear());
    return;
  }
  const rows = await request<SavedUpload[]>('readonly', (store) => store.getAll());
  const others = (rows ?? []).filter(({ uid }) => uid !== except);
  await Promise.all(others.map(({ key }) => request('readwrite', (store) => store.delete(key), 'remove')));
}

function lockOf(tab: string): string {
  return `${tabLock}${tab}`;
}
