import { expect, test } from 'vitest';
import { ApiError } from '../../api-error.ts';
import type { Connection } from './connection.ts';
import { createFolders } from './remote-tree.ts';

test('each parent is listed once, however many of its folders are there or are created', async () => {
  const { connection, listed, created } = account({ root: ['Wide'], Wide: ['a', 'b', 'c'] });
  const folderAt = createFolders(connection);
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect(await folderAt(['Wide', name])).toBe(name);
  expect(await folderAt(['Wide', 'd', 'inner'])).toBe('inner');
  expect(listed).toEqual(['root', 'Wide']);
  expect(created).toEqual(['d', 'e', 'inner']);
});

test('a folder that others created after the parent was listed is found; a file in its place is an error', async () => {
  const { connection, folders } = account({ root: ['first'] }, ['note']);
  const folderAt = createFolders(connection);
  await folderAt(['first']);
  folders['root']?.push('second');
  expect(await folderAt(['second'])).toBe('second');
  await expect(folderAt(['note'])).rejects.toThrow('/note is a file on the server: name a folder.');
});

/** Folders by the id of their parent, each with its name as the id, and the names of files in Root. */
function account(folders: Record<string, string[]>, files: string[] = []) {
  const listed: string[] = [];
  const created: string[] = [];
  const children = async ({ id }: { id: string }) => {
    listed.push(id);
    return { folders: (folders[id] ?? []).map((name) => ({ id: name, name })), files: [], nextCursor: null };
  };
  const create = async ({ name, parentId }: { name: string; parentId: string | null }) => {
    const inside = (folders[parentId ?? 'root'] ??= []);
    if ([...inside, ...files].includes(name)) throw new ApiError({ code: 'name-taken', message: 'taken' }, 409);
    inside.push(name);
    created.push(name);
    return { id: name };
  };
  const connection = { api: { folders: { children, create } }, retry: { limitMs: 0 } } as unknown as Connection;
  return { connection, folders, listed, created };
}
