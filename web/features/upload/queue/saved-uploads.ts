import { byPerson, requestsTo } from '#web/ui/browser/browser-database.ts';
import { handleOf } from './file-handles.ts';

/** An upload that is not finished, as the browser keeps it over a reload or a crash. */
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
  /** A copy of the bytes, or where they lie; neither when the file is too large for one and the browser tells no other. */
  bytes: Blob | FileSystemFileHandle | undefined;
  /** The address of the upload at the server, once it has one. */
  url: string | undefined;
};

/** The unfinished uploads of one person in this browser. None of the functions ever rejects. */
export type SavedUploads = ReturnType<typeof createSavedUploads>;

/** Larger files are not copied into the browser's storage, in bytes. */
const maxCopiedBytes = 64 * 1024 ** 2;

const request = requestsTo('uploads');

/**
 * Keeps unfinished uploads in IndexedDB. Each belongs to the tab that sends it; a lock tells whether that tab still
 * lives. A browser without locks keeps none, for two tabs would send the same file.
 */
export function createSavedUploads(uid: string) {
  const ended = Promise.withResolvers<void>();
  const canKeep = navigator.locks !== undefined;
  const tab = canKeep ? crypto.randomUUID() : '';
  let closed = false;
  let added = 0;
  if (canKeep) void navigator.locks.request(lockOf(tab), () => ended.promise);

  return {
    /** Keeps an upload that begins, with its bytes or the way to them. Returns its key. */
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

    /** Notes the address that an upload got, or the bytes it got again. */
    async change(key: string, part: Partial<Pick<SavedUpload, 'url' | 'bytes'>>): Promise<void> {
      const row = await request<SavedUpload | undefined>('readonly', (store) => store.get(key));
      if (row) await put({ ...row, ...part });
    },

    async remove(key: string): Promise<void> {
      await request('readwrite', (store) => store.delete(key));
    },

    /** Takes over what tabs that are gone have left, each upload once, in the order in which they were added. */
    async adopt(): Promise<SavedUpload[]> {
      if (!canKeep) return [];
      return await navigator.locks.request('keepsake-uploads-adopt', async () => {
        const rows = (await request<SavedUpload[]>('readonly', (store) => store.index(byPerson).getAll(uid))) ?? [];
        const living = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
        const left = rows.filter((row) => row.tab !== tab && !living.has(lockOf(row.tab)));
        const adopted = left.map((row) => ({ ...row, tab }));
        for (const row of adopted) await put(row);
        return adopted;
      });
    },

    /** Nothing is kept any more from now on. */
    close() {
      closed = true;
      ended.resolve();
    },
  };

  async function put(row: SavedUpload): Promise<void> {
    if (!closed && canKeep) await request('readwrite', (store) => store.put(row));
  }
}

/** Empties what is kept, of everybody or of everybody but one person. */
export async function forgetSavedUploads(butOf?: string): Promise<void> {
  const rows = await request<SavedUpload[]>('readonly', (store) => store.getAll());
  for (const { key, uid } of rows ?? []) if (uid !== butOf) await request('readwrite', (store) => store.delete(key));
}

function lockOf(tab: string): string {
  return `keepsake-tab-${tab}`;
}
