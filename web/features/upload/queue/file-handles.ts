/** Handles of files that the browser gave one for (File System Access): they lead back to the file on its disk. */
const handles = new WeakMap<File, FileSystemFileHandle>();

/** What Chromium has beyond the standard (WICG File System Access, permissions and local file pickers). */
type PermittedHandle = FileSystemFileHandle & {
  queryPermission?(of: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(of: { mode: 'read' }): Promise<PermissionState>;
};
type Pickers = {
  showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>;
  showDirectoryPicker?(): Promise<FileSystemDirectoryHandle>;
};
type Children = { values(): AsyncIterable<FileSystemFileHandle | FileSystemDirectoryHandle> };
type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** The handle of a file, when it is known. */
export function handleOf(file: File): FileSystemFileHandle | undefined {
  return handles.get(file);
}

/** Remembers the handle of a dropped file, if there is one. Has to be called while the drop is handled; never rejects. */
export async function rememberHandle(item: DataTransferItem, file: File): Promise<void> {
  const handle = await (item as HandleItem).getAsFileSystemHandle?.().catch(() => null);
  if (handle instanceof FileSystemFileHandle) handles.set(file, handle);
}

/** Whether the browser gives handles of chosen files. */
export function canPickHandles(): boolean {
  return 'showOpenFilePicker' in window;
}

/**
 * Lets the person choose files; none when they change their mind. `onUnreadable` receives the names of those that cannot be
 * read.
 */
export async function pickFiles(onUnreadable: (name: string) => void): Promise<File[]> {
  const chosen = await (window as Pickers).showOpenFilePicker?.({ multiple: true }).catch(() => []);
  const read = (chosen ?? []).map((handle) =>
    readFile(handle).catch(() => {
      onUnreadable(handle.name);
    }),
  );
  return (await Promise.all(read)).filter((file) => file !== undefined);
}

/** Lets the person choose a folder; undefined when they change their mind. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  return await (window as Pickers).showDirectoryPicker?.().catch(() => undefined);
}

/** The children of a folder, in the order of the browser. */
export function childrenOf(folder: FileSystemDirectoryHandle): ReturnType<Children['values']> {
  return (folder as FileSystemDirectoryHandle & Children).values();
}

/**
 * The file of a saved handle: the file when it may be read, `ask` when the person has to allow that first, undefined
 * when it is gone. With `mayAsk`, which needs a click, the browser asks.
 */
export async function fileBehind(
  handle: FileSystemFileHandle,
  { mayAsk = false } = {},
): Promise<File | 'ask' | undefined> {
  try {
    const permitted = handle as PermittedHandle;
    const state = mayAsk
      ? await permitted.requestPermission?.({ mode: 'read' })
      : await permitted.queryPermission?.({ mode: 'read' });
    return state === 'granted' || state === undefined ? await readFile(handle) : 'ask';
  } catch {
    return undefined;
  }
}

/** The file of a handle, which is remembered. */
export async function readFile(handle: FileSystemFileHandle): Promise<File> {
  const file = await handle.getFile();
  handles.set(file, handle);
  return file;
}
