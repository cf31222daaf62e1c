import { nameKey } from '#contract/names/names.ts';
import { findFolder as findChild } from '../find-folder.ts';
import { withRetries } from '../storage/retries/retry-loop.ts';
import type { Connection } from './connection.ts';

const { signal } = new AbortController();

/** The key of a path: equal for paths whose names count as the same (`nameKey`). */
export function keyOf(names: readonly string[]): string {
  return names.map(nameKey).join('/');
}

/** The id of the folder at a path; null for Root, undefined if there is none. */
export async function findFolder(connection: Connection, names: readonly string[]): Promise<string | null | undefined> {
  let id: string | null = null;
  for (const name of names) {
    const found: string | undefined = await childFolder(connection, id, name);
    if (found === undefined) return undefined;
    id = found;
  }
  return id;
}

/** Returns a function that finds a folder by its path and creates what is missing, each folder once. */
export function createFolders(connection: Connection) {
  const known = new Map<string, Promise<string | null>>([['', Promise.resolve(null)]]);
  const created = new Set<string>();
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
    // A folder that was just created is empty.
    const found = created.has(aboveKey) ? undefined : await childFolder(connection, parentId, name);
    if (found !== undefined) return found;
    const id = await create(parentId, name);
    created.add(key);
    return id;
  }

  async function create(parentId: string | null, name: string): Promise<string> {
    return await withRetries(
      async (previous) => {
        // The previous attempt may have created it.
        const found = previous === undefined ? undefined : await childFolder(connection, parentId, name);
        return found ?? (await connection.api.folders.create({ name, parentId })).id;
      },
      signal,
      connection.retry,
    );
  }
}

async function childFolder(
  { api, retry }: Connection,
  parentId: string | null,
  name: string,
): Promise<string | undefined> {
  return await withRetries(() => findChild(api, parentId, name), signal, retry);
}
