/** Where a file lies on the disk of its person, for files that the browser told it of (File System Access). */
const handles = new WeakMap<File, FileSystemFileHandle>();

/** What Chromium has beside the standard (WICG File System Access, permissions and local file pickers). */
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

/** Notes where a dropped file lies. Has to be called while the drop is handled. */
export function noteHandle(item: DataTransferItem, file: File): void {
  void (item as HandleItem)
    .getAsFileSystemHandle?.()
    .then((handle) => handle instanceof FileSystemFileHandle && handles.set(file, handle))
    .catch(() => {});
}

/** Whether the browser can tell where chosen files lie. */
export function canPickHandles(): boolean {
  return 'showOpenFilePicker' in window;
}

/** Lets the person choose files; none when they change their mind. */
export async function pickFiles(): Promise<File[]> {
  try {
    const chosen = (await (window as Pickers).showOpenFilePicker?.({ multiple: true })) ?? [];
    return await Promise.all(chosen.map(readFile));
  } catch {
    return [];
  }
}

/** Lets the person choose a folder; undefined when they change their mind. */
export async function pickFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  return await (window as Pickers).showDirectoryPicker?.().catch(() => undefined);
}

/** What lies in a folder, in the order in which the browser tells it. */
export function childrenOf(folder: FileSystemDirectoryHandle): ReturnType<Children['values']> {
  return (folder as FileSystemDirectoryHandle & Children).values();
}

/**
 * The file behind a kept handle: itself when it may be read, `ask` when the person has to allow it first, undefined when
 * it is gone. With `mayAsk`, which needs a click, the person is asked.
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

/** Reads a file whose place is noted. */
export async function readFile(handle: FileSystemFileHandle): Promise<File> {
  const file = await handle.getFile();
  handles.set(file, handle);
  return file;
}
