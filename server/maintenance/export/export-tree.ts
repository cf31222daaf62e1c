import { rename, rm, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import { required } from '#server/errors/required.ts';
import { holdBytes } from '#server/installation/bytes-hold.ts';
import type { ReadInstallation } from '#server/installation/read-installation.ts';
import { DamagedBlob, damaged } from '#server/integrity/damaged-blob-error.ts';
import { bytesIn } from '#server/integrity/read-bytes.ts';
import { smallBytes } from '#server/integrity/stored-bytes.ts';
import { concurrently } from '../concurrently.ts';
import { copyVerified } from '../copy-verified.ts';
import { writeLines } from '../json-lines.ts';
import type { Output } from '../output.ts';
import { sumLine } from '../sums-file.ts';
import { beginExport, draftsName } from './export-folder.ts';
import {
  type Exported,
  findAccount,
  type Placed,
  placeEntries,
  placeVersions,
  readTree,
  readVersions,
} from './read-tree.ts';

type Deps = {
  installation: ReadInstallation;
  output: Output;
  /** Called with the account before the first of its files is written. */
  onBegin: (account: string) => Promise<void>;
};
type Options = { email: string | undefined; isPortable: boolean; hasVersions: boolean };

const sumsName = 'SHA256SUMS';
/** The folder of earlier versions. */
const versionsName = 'Earlier versions';
const filesAtOnce = 4;

/**
 * Writes the folders and files of one person, without Trash, as plain folders and files with their dates, and the SHA-256
 * of each into SHA256SUMS; with `hasVersions` also the earlier contents of each file, in a folder of their own. All bytes
 * are compared while they are written. An export that was interrupted resumes when it is repeated. Throws OperatorError.
 */
export async function exportTree(
  { installation: { place, database, blobs }, output, onBegin }: Deps,
  target: string,
  { email, isPortable, hasVersions }: Options,
) {
  const account = await findAccount(database.db, email);
  const folder = await beginExport(target, { account, isPortable, hasVersions });
  const hold = await holdBytes(place);
  try {
    await onBegin(account);
    const sums = new Map<string, string>();
    const damagedFiles: { path: string; error: string }[] = [];
    let bytes = 0;
    let total = 0;
    const { placed, large } = await database.snapshot(async (trx) => {
      const reserved = [sumsName, draftsName, ...(hasVersions ? [versionsName] : [])];
      const current = placeEntries(await readTree(trx, account), target, { isPortable, reserved });
      const earlier = hasVersions ? await readVersions(trx, account) : [];
      const all = [...current, ...placeVersions(current, earlier, target, { isPortable, top: versionsName })];
      for (const { entry, path } of all) if (entry.kind === 'folder') await folder.makeFolder(path);
      const files = all.filter(({ entry }) => entry.kind === 'file');
      total = files.length;
      return { placed: all, large: await writeSmall(trx, files) };
    });
    await concurrently(each(large), filesAtOnce, ({ entry, path }) => write(entry, path, bytesOf(entry)));
    await hold.confirm();
    // The date of a folder changes with what is written into it, so the deepest come first.
    for (const { entry, path } of placed.toReversed()) if (entry.kind === 'folder') await setDate(entry, path);
    const sorted = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const draft = folder.draftOf(sumsName);
    await rm(draft, { force: true });
    await writeLines(draft, each(sorted.map(([path, sha256]) => sumLine({ sha256, path }))));
    await rename(draft, join(target, sumsName));
    const written = new Set([sumsName, ...placed.map(({ path }) => relative(target, path))]);
    const others = await folder.findOthers(written);
    await folder.end();
    const renamed = placed.flatMap(({ entry: { name }, path }) =>
      name === undefined || path.endsWith(`/${name}`) ? [] : [{ name, path: relative(target, path) }],
    );
    return {
      files: sums.size,
      folders: placed.filter(({ entry }) => entry.kind === 'folder').length,
      bytes,
      renamed,
      damaged: damagedFiles,
      others,
    };

    /** Writes the files whose bytes are in the database and returns the others. */
    async function writeSmall(trx: Kysely<Tables>, files: Placed[]): Promise<Placed[]> {
      const left: Placed[] = [];
      for (const file of files) {
        const { blob_id: id, size } = file.entry;
        const content = id === null || size === null ? undefined : await smallBytes(trx, { id, size });
        if (content === undefined) left.push(file);
        else await write(file.entry, file.path, each([content]));
      }
      return left;
    }

    async function write(entry: Exported, path: string, source: AsyncIterable<Uint8Array>) {
      try {
        const { sha256, size } = entry;
        const found = (await folder.has(path, entry))
          ? sha256
          : await copyVerified(source, path, { sha256, size: size ?? undefined }, folder.draftOf(entry.id));
        sums.set(relative(target, path), required(found, 'SHA-256 of an exported file'));
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
    await hold.release();
  }

  async function* bytesOf({ blob_id: id }: Exported): AsyncIterable<Uint8Array> {
    if (id === null) throw damaged('It has no version');
    yield* bytesIn(blobs, id);
  }
}

async function setDate({ modified_at }: Exported, path: string): Promise<void> {
  await utimes(path, modified_at / 1000, modified_at / 1000);
}

async function* each<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}
