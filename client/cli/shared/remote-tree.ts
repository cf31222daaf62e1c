import { nameKey } from '#contract/names/names.ts';
import { createFoldersIn, findFolder as findChild } from '../../find-folder.ts';
import { StorageError } from '../../storage/requests/storage-error.ts';
import { withRetries } from '../../storage/retries/retry-loop.ts';
import type { Connection } from './connection.ts';

const { signal } = new AbortController();

/** The key of a path: equal for paths whose names count as the same (`nameKey`). */
export function keyOf(names: readonly string[]): string {
  return names.map(nameKey).join('/');
}

/** The id of the folder at a path; null for Root, undefined if there is none. */
export async function findFolder(
  { api, retry }: Connection,
  names: readonly string[],
): Promise<string | null | undefined> {
  let id: string | null = null;
  for (const name of names) {
    const parentId: string | null = id;
    const found: string | undefined = await withRetries(() => findChild(api, parentId, name), signal, retry);
    if (found === undefined) return undefined;
    id = found;
  }
  return id;
}

/** Returns a function that finds a folder by its path and creates what is missing, each folder once; it lists each parent once. */
export function createFolders({ api, retry }: Connection) {
  type Folder = { id: string | null; folderNamed: ReturnType<typeof createFoldersIn> };
  const root = Promise.resolve({ id: null, folderNamed: createFoldersIn(api, null) });
  const known = new Map<string, Promise<Folder>>([['', root]]);
  return async (names: readonly string[]): Promise<string | null> => (await folderAt(names)).id;

  function folderAt(names: readonly string[]): Promise<Folder> {
    const key = keyOf(names);
    const folder = known.get(key) ?? open(names);
    known.set(key, folder);
    return folder;
  }

  async function open(names: readonly string[]): Promise<Folder> {
    const { folderNamed } = await folderAt(names.slice(0, -1));
    const id = await withRetries(() => folderNamed(names.at(-1) ?? ''), signal, retry).catch((error: unknown) => {
      throw isNameTaken(error) ? fileInPlace(error, names) : error;
    });
    return { id, folderNamed: createFoldersIn(api, id) };
  }
}

/** A folder that is there would have been found: a file has the name. */
function isNameTaken(error: unknown): error is StorageError {
  return error instanceof StorageError && error.serverCode === 'name-taken';
}

function fileInPlace({ code, status, serverCode }: StorageError, names: readonly string[]): StorageError {
  const message = `/${names.join('/')} is a file on the server: name a folder.`;
  return new StorageError(code, { status, serverCode, message });
}
