import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Finding } from './finding.ts';

/** A blob may be the content of many files. */
const maxFiles = 5;
const maxDepth = 1001;

type FileOfBlob = {
  id: string;
  parent_id: string | null;
  name: string;
  email: string | null;
  trashed_at: number | null;
};

/** The finding with the files that show the blob it is about: whose they are, and their paths. */
export async function withFiles(trx: Kysely<Tables>, finding: Finding): Promise<Finding> {
  const [, id] = /^(?:blobs|blob_sums|small_blobs) (\S+)$/.exec(finding.subject) ?? [];
  if (id === undefined) return finding;
  const { rows } = await sql<FileOfBlob>`
    select distinct entries.id, entries.parent_id, entries.name, entries.trashed_at, "user".email
    from versions join entries on entries.id = versions.entry_id left join "user" on "user".id = entries.account
    where versions.blob_id = ${id} order by entries.id limit ${maxFiles}
  `.execute(trx);
  const files: string[] = [];
  for (const row of rows)
    files.push(`${row.email ?? 'nobody'}: ${await pathOf(trx, row)}${row.trashed_at === null ? '' : ' (in Trash)'}`);
  return files.length === 0 ? finding : { ...finding, files };
}

async function pathOf(trx: Kysely<Tables>, { name, parent_id }: FileOfBlob): Promise<string> {
  const names = [name];
  for (let above = parent_id; above !== null && names.length < maxDepth; ) {
    const folder = await trx
      .selectFrom('entries')
      .select(['name', 'parent_id'])
      .where('id', '=', above)
      .executeTakeFirst();
    if (folder === undefined) break;
    names.unshift(folder.name);
    above = folder.parent_id;
  }
  return names.join('/');
}
