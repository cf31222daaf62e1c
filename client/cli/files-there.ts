import type { ObjectMetadata } from '#contract/records/objects.ts';
import { type Connection, namesIn } from './connection.ts';
import type { LocalFile } from './local/files.ts';
import { listFolder } from './ls.ts';
import { keyOf } from './remote-tree.ts';

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
