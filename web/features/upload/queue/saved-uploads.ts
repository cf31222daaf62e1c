import { handleOf } from './file-handles.ts';
import type { UnpackGroup } from './upload-item.ts';
import { changeRow, putRow, removeRow, rowsOf, type SavedChange, type SavedUpload, withBytes } from './upload-rows.ts';

/** The unfinished uploads of one user in this browser. None of the functions ever rejects. */
export type SavedUploads = ReturnType<typeof createSavedUploads>;

/** Larger files are not copied into the browser's storage, in bytes. */
const maxCopiedBytes = 64 * 1024 ** 2;

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
  let closed = false;
  let added = 0;
  if (canSave) void navigator.locks.request(lockOf(tab), () => ended.promise);

  return {
    /** Saves a new upload, with its bytes or their handle. Returns its key. */
    async add(file: File, folderId: string | null, unpacks?: UnpackGroup): Promise<string> {
      const { name, size, type: contentType, lastModified } = file;
      const key = `${tab}/${(added += 1)}`;
      const isCopied = size <= maxCopiedBytes;
      const bytes = isCopied ? undefined : handleOf(file);
      const of = { name, folderId, contentType, size, lastModified, unpacks };
      if (!closed && canSave)
        await putRow({ key, uid, tab, ...of, bytes, url: undefined }, isCopied ? file : undefined);
      return key;
    },

    /** Saves what becomes of an upload: its address, whether it is paused, or its bytes when they were chosen again. */
    async change(key: string, part: SavedChange): Promise<void> {
      if (!closed) await changeRow(key, part);
    },

    remove: removeRow,

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
      return await Promise.all(taken.map(withBytes));
    },

    /** Saves nothing from now on. */
    close() {
      closed = true;
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
