import { basename, dirname, join, relative } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { exitCodes } from '#contract/command-line.ts';
import type { Tables } from '#server/database/tables.ts';
import { OperatorError } from '../operator-error.ts';
import { createExportNames, numbered } from './export-names.ts';

type Entry = Awaited<ReturnType<typeof readTree>>[number];
type Version = Awaited<ReturnType<typeof readVersions>>[number];

/** A folder, or a content of a file: the current one under the name of the file, an earlier one without a name of its own. */
export type Exported = Pick<Entry, 'id' | 'kind' | 'modified_at' | 'blob_id' | 'size' | 'sha256'> & { name?: string };
/** What is exported and the path it gets. */
export type Placed<What extends Exported = Exported> = { entry: What; path: string };

/** The account of that address, or the only one. Throws OperatorError when there is none, or several. */
export async function findAccount(db: Kysely<Tables>, email: string | undefined): Promise<string> {
  const { rows } = await sql<{ id: string; email: string }>`select id, email from "user" order by email`.execute(db);
  if (email === undefined && rows.length > 1) {
    throw new OperatorError('There are several accounts: choose one with --email.', exitCodes.usage);
  }
  const found = email === undefined ? rows[0] : rows.find((row) => row.email === email.trim().toLowerCase());
  if (found === undefined)
    throw new OperatorError(
      email === undefined ? 'Nobody has an account here.' : `Nobody has an account with ${email}.`,
    );
  return found.id;
}

/** All live entries of an account by name, with the current version of each file. */
export async function readTree(db: Kysely<Tables>, account: string) {
  return await db
    .selectFrom('entries')
    .leftJoin('versions', 'versions.id', 'entries.current_version')
    .leftJoin('blobs', 'blobs.id', 'versions.blob_id')
    .select(['entries.id', 'entries.parent_id', 'entries.kind', 'entries.name', 'entries.modified_at'])
    .select(['versions.blob_id', 'blobs.size', 'blobs.sha256'])
    .where('entries.account', '=', account)
    .where('entries.trashed_at', 'is', null)
    .orderBy('entries.name')
    .execute();
}

/** The earlier contents of all live files of an account, each as it came: its date is when it did. */
export async function readVersions(db: Kysely<Tables>, account: string) {
  return await db
    .selectFrom('versions')
    .innerJoin('entries', 'entries.id', 'versions.entry_id')
    .innerJoin('blobs', 'blobs.id', 'versions.blob_id')
    .select(['versions.id', 'versions.entry_id', 'versions.generation', 'versions.created_at as modified_at'])
    .select(['versions.blob_id', 'blobs.size', 'blobs.sha256'])
    .where('entries.account', '=', account)
    .where('entries.trashed_at', 'is', null)
    .whereRef('versions.id', '!=', 'entries.current_version')
    .orderBy('versions.entry_id')
    .orderBy('versions.generation')
    .execute();
}

/**
 * The entries that can be reached from Root, each with its path after the folder that it is in. `reserved` are names that
 * Root has for other files.
 */
export function placeEntries(
  entries: Entry[],
  root: string,
  { isPortable, reserved }: { isPortable: boolean; reserved: string[] },
): Placed<Entry>[] {
  const children = Map.groupBy(entries, ({ parent_id }) => parent_id);
  const placed: Placed<Entry>[] = [];
  const folders: { id: string | null; path: string }[] = [{ id: null, path: root }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const nameFor = createExportNames(isPortable, folder.id === null ? reserved : []);
    for (const entry of children.get(folder.id) ?? []) {
      const path = join(folder.path, nameFor(entry.name));
      placed.push({ entry, path });
      if (entry.kind === 'folder') folders.push({ id: entry.id, path });
    }
  }
  return placed;
}

/** Earlier versions in folders of the same paths below `top`, each folder before what is in it: "tree (version 2).jpg". */
export function placeVersions(
  current: readonly Placed<Entry>[],
  versions: readonly Version[],
  root: string,
  { isPortable, top }: { isPortable: boolean; top: string },
): Placed[] {
  const ofEntry = Map.groupBy(versions, ({ entry_id }) => entry_id);
  const files = current.filter(({ entry }) => ofEntry.has(entry.id));
  const folderFor = ({ path }: Placed) => join(root, top, relative(root, dirname(path)));
  const namesIn = new Map<string, (name: string) => string>();
  const placed: Placed[] = [];
  // All folders first: a file gets another name where a folder has the one that it would get.
  for (const file of files) namesOf(folderFor(file), file.entry.modified_at);
  for (const file of files) {
    const folder = folderFor(file);
    for (const version of ofEntry.get(file.entry.id) ?? []) {
      const nameFor = namesOf(folder, version.modified_at);
      const name = nameFor(numbered(basename(file.path), ` (version ${version.generation})`));
      placed.push({ entry: { ...version, kind: 'file' }, path: join(folder, name) });
    }
  }
  return placed;

  function namesOf(folder: string, modifiedAt: number): (name: string) => string {
    const known = namesIn.get(folder);
    if (known !== undefined) return known;
    if (folder !== join(root, top)) namesOf(dirname(folder), modifiedAt)(basename(folder));
    placed.push({ entry: folderOf(folder, modifiedAt), path: folder });
    const nameFor = createExportNames(isPortable);
    namesIn.set(folder, nameFor);
    return nameFor;
  }
}

function folderOf(id: string, modifiedAt: number): Exported {
  return { id, kind: 'folder', modified_at: modifiedAt, blob_id: null, size: null, sha256: null };
}
