import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { exitCodes } from '#contract/command-line.ts';
import type { Tables } from '#server/database/tables.ts';
import { OperatorError } from '../operator-error.ts';
import { createExportNames } from './export-names.ts';

export type Entry = Awaited<ReturnType<typeof readTree>>[number];
/** An entry and the path it gets. */
export type PlacedEntry = { entry: Entry; path: string };

/** The account of that address, or the only one. Throws OperatorError when there is none, or several. */
export async function findAccount(db: Kysely<Tables>, email: string | undefined): Promise<string> {
  const { rows } = await sql<{ id: string; email: string }>`select id, email from "user" order by email`.execute(db);
  if (email === undefined && rows.length > 1) {
    throw new OperatorError('Several people have an account here: name one with --email.', exitCodes.usage);
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

/**
 * The entries that can be reached from Root, each with its path after the folder that it is in. `reserved` are names that
 * Root has for other files.
 */
export function placeEntries(
  entries: Entry[],
  root: string,
  { isPortable, reserved }: { isPortable: boolean; reserved: string[] },
): PlacedEntry[] {
  const children = Map.groupBy(entries, ({ parent_id }) => parent_id);
  const placed: PlacedEntry[] = [];
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
