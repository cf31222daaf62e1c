type Folder = { in: string; name: string };

export type FolderPaths = ReturnType<typeof createFolderPaths>;

/**
 * The paths of folders in an archive, by their ids. Each is held as its own name and the folder that it is in, since the paths
 * of deep folders are long. `top` is the path of the folder whose id is empty: none, or one with a slash at the end.
 */
export function createFolderPaths(top = '') {
  const folders = new Map<string, Folder>();
  /** Entries are asked for folder by folder. */
  let last = { id: '', path: top };

  return {
    get size() {
      return folders.size;
    },

    add(id: string, folder: Folder): void {
      folders.set(id, folder);
    },

    /** The path of a folder with a slash at the end; that of the top for one that is not known. */
    of(id: string): string {
      if (last.id !== id) last = { id, path: made(id) };
      return last.path;
    },
  };

  function made(id: string): string {
    const names: string[] = [];
    for (let at = folders.get(id); at !== undefined; at = folders.get(at.in)) names.push(`${at.name}/`);
    return top + names.toReversed().join('');
  }
}
