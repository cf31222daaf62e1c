import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { syncFolder } from '#server/blobs/disk/durable-files.ts';
import type { ReadDatabase } from '#server/database/read.ts';
import { holdFile } from '#server/database/sqlite/folder-lock.ts';
import type { Tables } from '#server/database/tables.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { atOnce } from '../at-once.ts';
import { bytesOf, copyVerified, SourceFault } from '../copy-verified.ts';
import { writeLines } from '../lines.ts';
import { exitCodes, OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { sumLine } from '../sums-file.ts';
import { createExportNames } from './export-names.ts';

type Deps = { paths: DataPaths; database: ReadDatabase; output: Output };
type Wanted = { email: string | undefined; isPortable: boolean };

type Entry = Awaited<ReturnType<typeof readTree>>[number];
/** An entry and the path it gets. */
type Placed = { entry: Entry; path: string };

const sumsName = 'SHA256SUMS';
const filesAtOnce = 4;

/**
 * Writes the folders and files of one person, without Trash and earlier versions, as plain folders and files with their
 * dates, and the SHA-256 of each into SHA256SUMS. All bytes are compared while they are written. Throws Refusal.
 */
export async function exportTree({ paths, database, output }: Deps, target: string, { email, isPortable }: Wanted) {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0)
    throw new OperatorError(`The folder ${target} is not empty: name an empty one.`);
  const letGo = holdFile(paths.hold);
  try {
    const sums = new Map<string, string>();
    const damaged: { path: string; error: string }[] = [];
    let bytes = 0;
    let total = 0;
    const { placed, large } = await database.snapshot(async (trx) => {
      const account = await findAccount(trx, email);
      const all = place(await readTree(trx, account), target, isPortable);
      for (const { entry, path } of all) if (entry.kind === 'folder') await mkdir(path, { mode: 0o700 });
      const files = all.filter(({ entry }) => entry.kind === 'file');
      total = files.length;
      return { placed: all, large: await writeSmall(trx, files) };
    });
    await atOnce(each(large), filesAtOnce, ({ entry, path }) =>
      write(entry, path, bytesOf(blobPath(paths.blobs, entry.blob_id ?? ''))),
    );
    // A folder's date changes with what is written into it, so the deepest come first.
    for (const { entry, path } of placed.toReversed()) if (entry.kind === 'folder') await date(entry, path);
    const sorted = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
    await writeLines(join(target, sumsName), each(sorted.map(([path, sha256]) => sumLine({ sha256, path }))));
    await syncFolder(target);
    const renamed = placed.filter(({ entry, path }) => !path.endsWith(`/${entry.name}`));
    return {
      files: sums.size,
      folders: placed.filter(({ entry }) => entry.kind === 'folder').length,
      bytes,
      renamed: renamed.map(({ entry, path }) => ({ name: entry.name, path: relative(target, path) })),
      damaged,
    };

    /** Writes the files whose bytes lie in the database and returns the others. */
    async function writeSmall(trx: Kysely<Tables>, files: Placed[]): Promise<Placed[]> {
      const rest: Placed[] = [];
      for (const file of files) {
        const row = await trx
          .selectFrom('small_blobs')
          .select('bytes')
          .where('blob_id', '=', file.entry.blob_id ?? '')
          .executeTakeFirst();
        if (row === undefined) rest.push(file);
        else await write(file.entry, file.path, each([row.bytes]));
      }
      return rest;
    }

    async function write(entry: Entry, path: string, source: AsyncIterable<Uint8Array>) {
      try {
        const { sha256, size } = entry;
        // A name may be as long as names can be, so the draft has one of its own.
        const draft = join(target, `${entry.id}.part`);
        const written = await copyVerified(source, path, { sha256, size: size ?? undefined }, draft);
        sums.set(relative(target, path), written);
        bytes += size ?? 0;
        await date(entry, path);
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error;
        damaged.push({ path: relative(target, path), error: error.message });
        output.complain(`${relative(target, path)} is not exported: ${error.message}`);
      }
      output.draw({ what: 'Files', done: sums.size, of: total, bytes });
    }
  } finally {
    letGo();
  }
}

async function date({ modified_at }: Entry, path: string): Promise<void> {
  await utimes(path, modified_at / 1000, modified_at / 1000);
}

/** The account of that address, or the only one. */
async function findAccount(db: Kysely<Tables>, email: string | undefined): Promise<string> {
  const { rows } = await sql<{ id: string; email: string }>`select id, email from "user" order by email`.execute(db);
  if (email === undefined && rows.length > 1) {
    throw new OperatorError('Several people have an account here: say whose with --email.', exitCodes.usage);
  }
  const found = email === undefined ? rows[0] : rows.find((row) => row.email === email.trim().toLowerCase());
  if (found === undefined)
    throw new OperatorError(
      email === undefined ? 'Nobody has an account here.' : `Nobody has an account with ${email}.`,
    );
  return found.id;
}

/** All live entries of an account, with what the files show, by name. */
async function readTree(db: Kysely<Tables>, account: string) {
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

/** Each entry that is in the tree with its path, after the folder that it lies in. */
function place(entries: Entry[], root: string, isPortable: boolean): Placed[] {
  const children = Map.groupBy(entries, ({ parent_id }) => parent_id);
  const placed: Placed[] = [];
  const folders: { id: string | null; path: string }[] = [{ id: null, path: root }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const nameFor = createExportNames(isPortable, folder.id === null ? [sumsName] : []);
    for (const entry of children.get(folder.id) ?? []) {
      const path = join(folder.path, nameFor(entry.name));
      placed.push({ entry, path });
      if (entry.kind === 'folder') folders.push({ id: entry.id, path });
    }
  }
  return placed;
}

async function* each<T>(things: Iterable<T>): AsyncIterable<T> {
  yield* things;
}
