import type { ObjectMetadata } from '#contract/records/objects.ts';
import { type Connection, namesIn } from './connection.ts';
import type { LocalFile } from './local-files.ts';
import { keyOf, pathOf } from './remote-folders.ts';

/** The files at the destination, with those that were uploaded there before, by the keys of their paths. */
export async function filesThere(
  connection: Connection,
  files: LocalFile[],
  to: string[],
): Promise<Map<string, ObjectMetadata>> {
  const tops = new Set(files.map(({ names }) => (names.length > 1 ? `${names[0]}/` : (names[0] ?? ''))));
  const existing = new Map<string, ObjectMetadata>();
  for (const top of tops) {
    const prefix = [...to, top].join('/');
    for (const object of await connection.storage.listAll(prefix)) existing.set(keyOf(namesIn(pathOf(object))), object);
  }
  return existing;
}
