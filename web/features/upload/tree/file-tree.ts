import { childrenOf as childrenOfHandle, readFile, rememberHandle } from '../queue/file-handles.ts';

/** A folder on a disk: its files and its folders, also empty ones. */
export type FileTree = { files: File[]; folders: Map<string, FileTree> };

export function emptyTree(): FileTree {
  return { files: [], folders: new Map() };
}

/** How many files are in a tree. */
export function filesIn({ files, folders }: FileTree): number {
  return [...folders.values()].reduce((sum, folder) => sum + filesIn(folder), files.length);
}

/** Their bytes. */
export function bytesIn({ files, folders }: FileTree): number {
  const own = files.reduce((sum, { size }) => sum + size, 0);
  return [...folders.values()].reduce((sum, folder) => sum + bytesIn(folder), own);
}

/** The tree of the files of a chosen folder: each carries its path from that folder on. */
export function treeOfPicked(files: readonly File[]): FileTree {
  const top = emptyTree();
  for (const file of files) {
    const names = file.webkitRelativePath.split('/').slice(0, -1);
    let tree = top;
    for (const name of names) tree = folderIn(tree, name);
    tree.files.push(file);
  }
  return top;
}

/**
 * The tree of a folder that was chosen by its handle, with empty folders. `onUnreadable` receives the names of what
 * cannot be read.
 */
export async function treeOfHandle(
  folder: FileSystemDirectoryHandle,
  onUnreadable: (name: string) => void,
): Promise<FileTree> {
  const top = emptyTree();
  try {
    top.folders.set(folder.name, await treeUnder(folder, onUnreadable));
  } catch {
    onUnreadable(folder.name);
  }
  return top;
}

async function treeUnder(folder: FileSystemDirectoryHandle, onUnreadable: (name: string) => void): Promise<FileTree> {
  const tree = emptyTree();
  for await (const child of childrenOfHandle(folder)) {
    try {
      if (child.kind === 'file') tree.files.push(await readFile(child));
      else tree.folders.set(child.name, await treeUnder(child, onUnreadable));
    } catch {
      onUnreadable(child.name);
    }
  }
  return tree;
}

/**
 * The tree of what was dropped. The entries have to be taken while the event is handled; reading them takes longer.
 * `onUnreadable` receives the names of what cannot be read.
 */
export async function treeOfDropped(transfer: DataTransfer, onUnreadable: (name: string) => void): Promise<FileTree> {
  const loose: File[] = [];
  const remembered: Promise<void>[] = [];
  const entries: FileSystemEntry[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = item.getAsFile();
    if (entry?.isDirectory) entries.push(entry);
    else if (file) {
      remembered.push(rememberHandle(item, file));
      loose.push(file);
    }
  }
  const tree = emptyTree();
  await addEntries(tree, entries, onUnreadable);
  await Promise.all(remembered);
  return { ...tree, files: [...loose, ...tree.files] };
}

/** Adds entries to a tree; folders of the same name become one. */
async function addEntries(
  tree: FileTree,
  entries: readonly FileSystemEntry[],
  onUnreadable: (name: string) => void,
): Promise<void> {
  for (const entry of entries) {
    try {
      if (isFile(entry)) tree.files.push(await fileOf(entry));
      else if (isFolder(entry)) {
        const children = await childrenOf(entry);
        await addEntries(folderIn(tree, entry.name), children, onUnreadable);
      }
    } catch {
      onUnreadable(entry.name);
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** The reader returns a large folder in parts, and an empty one at its end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return children;
    children.push(...some);
  }
}

function folderIn(tree: FileTree, name: string): FileTree {
  const known = tree.folders.get(name);
  if (known) return known;
  const made = emptyTree();
  tree.folders.set(name, made);
  return made;
}
