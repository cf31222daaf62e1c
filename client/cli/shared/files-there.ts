import { nameKey } from '#contract/names/names.ts';
import type { ObjectMetadata } from '#contract/records/objects.ts';
import type { LocalFile } from '../local/files.ts';
import { type Connection, namesIn } from './connection.ts';
import { keyOf } from './remote-tree.ts';

export type Listed = { folders: string[]; files: ObjectMetadata[] };

/** The direct contents of a folder whose names begin with `start`; none if it does not exist. */
export async function listFolder({ storage }: Connection, names: readonly string[], start = ''): Promise<Listed> {
  const listed: Listed = { folders: [], files: [] };
  const prefix = [...names, start].join('/');
  for (let pageToken: string | undefined; ; ) {
    const page = await storage.list({ prefix, delimiter: '/', pageToken });
    listed.folders.push(...page.prefixes.map((folder) => namesIn(folder).at(-1) ?? ''));
    listed.files.push(...page.items);
    if (page.nextPageToken === null) return listed;
    pageToken = page.nextPageToken;
  }
}

/** The file at a path; undefined if there is none. From a list, since its metadata wait for an MD5 that nobody here needs. */
export async function fileAt(connection: Connection, names: string[]): Promise<ObjectMetadata | undefined> {
  const name = names.at(-1) ?? '';
  const { files } = await listFolder(connection, names.slice(0, -1), commonStart([name]));
  return files.find((file) => nameKey(file.name) === nameKey(name));
}

/** The files at the destination, with those that were uploaded there before, by the keys of their paths. */
export async function filesThere(
  connection: Connection,
  files: LocalFile[],
  to: string[],
): Promise<Map<string, ObjectMetadata>> {
  const existing = new Map<string, ObjectMetadata>();
  const single = files.flatMap(({ names: [name = '', ...below] }) => (below.length === 0 ? [name] : []));
  if (single.length > 0) add((await listFolder(connection, to, commonStart(single))).files);
  const folders = new Set(files.flatMap(({ names: [top = '', ...below] }) => (below.length > 0 ? [top] : [])));
  for (const top of folders) add(await connection.storage.listAll([...to, top, ''].join('/')));
  return existing;

  function add(objects: ObjectMetadata[]) {
    for (const object of objects) existing.set(keyOf(namesIn(pathOf(object))), object);
  }
}

/** How all of the names begin, and all that count as the same as one of them. */
export function commonStart(names: readonly string[]): string {
  const forms = names.flatMap((name) =>
    [name, name.normalize('NFC'), name.normalize('NFD')].map((form) => Array.from(form)),
  );
  const [first = []] = forms;
  const end = first.findIndex((character, at) => forms.some((form) => form[at] !== character));
  return first.slice(0, end === -1 ? first.length : end).join('');
}

/** The path of an object: its full path without the uid. */
function pathOf({ fullPath }: ObjectMetadata): string {
  return fullPath.slice(fullPath.indexOf('/') + 1);
}
