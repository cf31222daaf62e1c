import { nameKey } from '#contract/names/names.ts';
import { createOrFindFolder, findFolder as findChild, folderIdsIn } from '../find-folder.ts';
import { withRetries } from '../storage/retries/retry-loop.ts';
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
export function createFolders(connection: Connection) {
  const known = new Map<string, Promise<string | null>>([['', Promise.resolve(null)]]);
  /** The ids of the folders in a parent by the keys of their names, by the key of the parent. */
  const inside = new Map<string, Promise<Map<string, string>>>();
  return function folderAt(names: readonly string[]): Promise<string | null> {
    const key = keyOf(names);
    let id = known.get(key);
    if (id === undefined) {
      id = open(names, key);
      known.set(key, id);
    }
    return id;
  };

  async function open(names: readonly string[], key: string): Promise<string> {
    const above = names.slice(0, -1);
    const name = names.at(-1) ?? '';
    const aboveKey = keyOf(above);
    const parent = known.get(aboveKey) ?? open(above, aboveKey);
    known.set(aboveKey, parent);
    const parentId = await parent;
    const found = (await idsIn(aboveKey, parentId)).get(nameKey(name));
    if (found !== undefined) return found;
    const id = await withRetries(
      () => createOrFindFolder(connection.api, { name, parentId }),
      signal,
      connection.retry,
    );
    // A folder that was just created is empty.
    inside.set(key, Promise.resolve(new Map()));
    return id;
  }

  function idsIn(key: string, id: string | null): Promise<Map<string, string>> {
    let ids = inside.get(key);
    if (ids === undefined) {
      ids = withRetries(() => folderIdsIn(connection.api, id), signal, connection.retry);
      inside.set(key, ids);
    }
    return ids;
  }
}
