import { handleOf } from './file-handles.ts';
import { createSavedCopies } from './saved-copies.ts';
import {
  changeRow,
  copyBytes,
  maxSharedBytes,
  putRow,
  removeRow,
  rowsOf,
  type SavedChange,
  type SavedUpload,
  withBytes,
} from './upload-rows.ts';

/** The unfinished uploads of one user in this browser. None of the functions ever rejects. */
export type SavedUploads = ReturnType<typeof createSavedUploads>;

type Added = Pick<SavedUpload, 'uploadId' | 'unpacks'> & {
  /** Whether the upload has ended, so that nothing of it is to be saved any more. */
  isOver?: () => boolean;
};

/** Held by a tab while it is open; its id follows. */
const tabLock = 'keepsake-tab-';

/**
 * Saves unfinished uploads in IndexedDB. Each belongs to the tab that sends it; a lock tells whether that tab is still
 * open. A browser without locks saves none, because two tabs could send the same file.
 */
export function createSavedUploads(uid: string) {
  const ended = Promise.withResolvers<void>();
  const watching = new AbortController();
  const canSave = navigator.locks !== undefined;
  const tab = canSave ? crypto.randomUUID() : '';
  const copies = createSavedCopies(copyBytes);
  let closed = false;
  let added = 0;
  if (canSave) void navigator.locks.request(lockOf(tab), () => ended.promise);

  return {
    /**
     * Saves a new upload, with the handle of its file. Small files are copied at once, as far as there is room, and others
     * afterwards. Returns its key.
     */
    async add(file: File, folderId: string | null, { isOver, ...more }: Added = {}): Promise<string> {
      const { name, size, type: contentType, lastModified } = file;
      const key = `${tab}/${(added += 1)}`;
      if (closed || !canSave) return key;
      const of = { name, folderId, contentType, size, lastModified, ...more };
      const isCopied = size <= maxSharedBytes && copies.hasRoom(size);
      if (isCopied) copies.hold(key, size);
      const row = { key, uid, tab, ...of, bytes: handleOf(file), url: undefined };
      await putRow(row, { copy: isCopied ? file : undefined, ...(isOver ? { isOver } : {}) });
      if (!isCopied && !closed) copies.add(key, file);
      return key;
    },

    /** Saves what becomes of an upload: its address, whether it is paused, or its bytes when they were chosen again. */
    async change(key: string, part: SavedChange): Promise<void> {
      if (!closed) await changeRow(key, part);
    },

    async remove(key: string): Promise<void> {
      copies.remove(key);
      await removeRow(key);
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

    /** The uploads of tabs that were closed, which no other has taken over. */
    async left(): Promise<SavedUpload[]> {
      return await Promise.all((await leftRows()).map(withBytes));
    },

    /**
     * Takes over the uploads of tabs that were closed, each once, in the order in which they were added: all, or those with
     * `keys`. One that cannot be marked as this tab's, as on a full disk, is left.
     */
    async adopt(keys?: ReadonlySet<string>): Promise<SavedUpload[]> {
      if (!canSave) return [];
      const taken = await navigator.locks.request('keepsake-uploads-adopt', async () => {
        const wanted = (await leftRows()).filter(({ key }) => keys === undefined || keys.has(key));
        if (closed) return [];
        await Promise.all(wanted.map((row) => putRow({ ...row, tab })));
        const wantedKeys = new Set(wanted.map(({ key }) => key));
        return (await rowsOf(uid)).filter((row) => row.tab === tab && wantedKeys.has(row.key));
      });
      const adopted = await Promise.all(taken.map(withBytes));
      for (const { key, size, bytes } of adopted) if (bytes instanceof Blob) copies.hold(key, size);
      return adopted;
    },

    /** Saves nothing from now on. */
    close() {
      closed = true;
      copies.close();
      watching.abort();
      ended.resolve();
    },
  };

  async function leftRows(): Promise<SavedUpload[]> {
    if (!canSave) return [];
    const rows = await rowsOf(uid);
    const open = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
    return rows.filter((row) => row.tab !== tab && !open.has(lockOf(row.tab)));
  }
}

function lockOf(tab: string): string {
  return `${tabLock}${tab}`;
}
