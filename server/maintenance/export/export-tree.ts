import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Kysely } from 'kysely';
import { blobPath } from '#server/blobs/disk/disk-layout.ts';
import { syncFolder } from '#server/blobs/disk/durable-files.ts';
import type { ReadDatabase } from '#server/database/read.ts';
import { holdFile } from '#server/database/sqlite/folder-lock.ts';
import type { Tables } from '#server/database/tables.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { DamagedBlob, damaged } from '#server/integrity/damaged-blob-error.ts';
import { bytesOfFile } from '#server/integrity/read-bytes.ts';
import { smallBytes } from '#server/integrity/stored-bytes.ts';
import { concurrently } from '../concurrently.ts';
import { copyVerified } from '../copy-verified.ts';
import { writeLines } from '../json-lines.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { sumLine } from '../sums-file.ts';
import { type Entry, findAccount, type PlacedEntry, placeEntries, readTree } from './read-tree.ts';

type Deps = { paths: DataPaths; database: ReadDatabase; output: Output };
type Options = { email: string | undefined; isPortable: boolean };

const sumsName = 'SHA256SUMS';
const filesAtOnce = 4;

/**
 * Writes the folders and files of one person, without Trash and earlier versions, as plain folders and files with their
 * dates, and the SHA-256 of each into SHA256SUMS. All bytes are compared while they are written. Throws OperatorError.
 */
export async function exportTree({ paths, database, output }: Deps, target: string, { email, isPortable }: Options) {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0)
    throw new OperatorError(`The folder ${target} is not empty: name an empty one.`);
  const release = holdFile(paths.hold);
  try {
    const sums = new Map<string, string>();
    const damagedFiles: { path: string; error: string }[] = [];
    let bytes = 0;
    let total = 0;
    const { placed, large } = await database.snapshot(async (trx) => {
      const account = await findAccount(trx, email);
      const all = placeEntries(await readTree(trx, account), target, { isPortable, reserved: [sumsName] });
      for (const { entry, path } of all) if (entry.kind === 'folder') await mkdir(path, { mode: 0o700 });
      const files = all.filter(({ entry }) => entry.kind === 'file');
      total = files.length;
      return { placed: all, large: await writeSmall(trx, files) };
    });
    await concurrently(each(large), filesAtOnce, ({ entry, path }) => write(entry, path, bytesOf(entry)));
    // The date of a folder changes with what is written into it, so the deepest come first.
    for (const { entry, path } of placed.toReversed()) if (entry.kind === 'folder') await setDate(entry, path);
    const sorted = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
    await writeLines(join(target, sumsName), each(sorted.map(([path, sha256]) => sumLine({ sha256, path }))));
    await syncFolder(target);
    const renamed = placed.filter(({ entry, path }) => !path.endsWith(`/${entry.name}`));
    return {
      files: sums.size,
      folders: placed.filter(({ entry }) => entry.kind === 'folder').length,
      bytes,
      renamed: renamed.map(({ entry, path }) => ({ name: entry.name, path: relative(target, path) })),
      damaged: damagedFiles,
    };

    /** Writes the files whose bytes are in the database and returns the others. */
    async function writeSmall(trx: Kysely<Tables>, files: PlacedEntry[]): Promise<PlacedEntry[]> {
      const others: PlacedEntry[] = [];
      for (const file of files) {
        const { blob_id: id, size } = file.entry;
        const content = id === null || size === null ? undefined : await smallBytes(trx, { id, size });
        if (content === undefined) others.push(file);
        else await write(file.entry, file.path, each([content]));
      }
      return others;
    }

    async function write(entry: Entry, path: string, source: AsyncIterable<Uint8Array>) {
      try {
        const { sha256, size } = entry;
        // A name may be as long as names can be, so the draft has one of its own.
        const draft = join(target, `${entry.id}.part`);
        const written = await copyVerified(source, path, { sha256, size: size ?? undefined }, draft);
        sums.set(relative(target, path), written);
        bytes += size ?? 0;
        await setDate(entry, path);
      } catch (error) {
        if (!(error instanceof DamagedBlob)) throw error;
        damagedFiles.push({ path: relative(target, path), error: error.message });
        output.complain(`${relative(target, path)} is not exported. ${error.message}.`);
      }
      output.draw({ what: 'Files', done: sums.size, of: total, bytes });
    }
  } finally {
    release();
  }

  async function* bytesOf({ blob_id: id }: Entry): AsyncIterable<Uint8Array> {
    if (id === null) throw damaged('It has no version');
    yield* bytesOfFile(blobPath(paths.blobs, id));
  }
}

async function setDate({ modified_at }: Entry, path: string): Promise<void> {
  await utimes(path, modified_at / 1000, modified_at / 1000);
}

async function* each<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}
