import { nameKey } from '#contract/names.ts';
import type { ObjectMetadata } from '#contract/objects.ts';
import { findFolder as findChild } from '../find-folder.ts';
import { repeat } from '../storage/requests/retry-loop.ts';
import type { Home } from './home.ts';

const { signal } = new AbortController();

/** The path of an object: its full path without the uid. */
export function pathOf({ fullPath }: ObjectMetadata): string {
  return fullPath.slice(fullPath.indexOf('/') + 1);
}

/** Paths that differ only in what names do not tell apart have the same key. */
export function keyOf(names: readonly string[]): string {
  return names.map(nameKey).join('/');
}

/** The id of the folder at a path, null for Root, undefined when there is none. */
export async function findFolder(home: Home, names: readonly string[]): Promise<string | null | undefined> {
  let id: string | null = null;
  for (const name of names) {
    const found: string | undefined = await childFolder(home, id, name);
    if (found === undefined) return undefined;
    id = found;
  }
  return id;
}

/** Finds folders by their paths and makes those that are missing, each once. */
export function createFolders(home: Home) {
  const known = new Map<string, Promise<string | null>>([['', Promise.resolve(null)]]);
  const made = new Set<string>();
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
    // In a folder that was just made there is nothing to look for.
    const found = made.has(aboveKey) ? undefined : await childFolder(home, parentId, name);
    if (found !== undefined) return found;
    const id = await make(parentId, name);
    made.add(key);
    return id;
  }

  async function make(parentId: string | null, name: string): Promise<string> {
    return await repeat(
      async (before) => {
        // The try before may have made it.
        const found = before === undefined ? undefined : await childFolder(home, parentId, name);
        return found ?? (await home.api.folders.create({ name, parentId })).id;
      },
      signal,
      home.retry,
    );
  }
}

async function childFolder({ api, retry }: Home, parentId: string | null, name: string): Promise<string | undefined> {
  return await repeat(() => findChild(api, parentId, name), signal, retry);
}
