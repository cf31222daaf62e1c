import type { File, ListedFolder } from '#contract/records/entries.ts';
import type { Person } from './build-account.ts';

/** The files below a folder by their paths. */
export async function filesBelow(person: Person, id: string, above = ''): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  const folders: ListedFolder[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await person.api.folders.children({ id, limit: 1000, ...(cursor ? { cursor } : {}) });
    for (const file of page.files) files.set(above + file.name, file);
    folders.push(...page.folders);
    cursor = page.nextCursor;
  }
  for (const { id: inner, name } of folders)
    for (const [path, file] of await filesBelow(person, inner, `${above}${name}/`)) files.set(path, file);
  return files;
}
