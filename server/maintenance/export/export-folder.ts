import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '#server/blobs/disk/durable-files.ts';
import { sha256OfFile } from '#server/integrity/read-bytes.ts';
import { OperatorError } from '../operator-error.ts';

/** Holds what an export is writing. A person's file or folder of this name in Root gets another one. */
export const draftsName = '.keepsake-export';

/** What is exported; an interrupted export resumes only as the same one. */
export type Request = { account: string; isPortable: boolean; hasVersions: boolean };

/**
 * Begins to export into an empty folder, or resumes in one where the same export was interrupted. Throws OperatorError for
 * any other.
 */
export async function beginExport(target: string, request: Request) {
  const drafts = join(target, draftsName);
  const note = join(drafts, 'request.json');
  const text = JSON.stringify(request);
  await mkdir(target, { recursive: true, mode: 0o700 });
  const found = (await readdir(target)).filter((name) => name !== 'lost+found');
  const isResumed = found.length > 0;
  const begun = isResumed ? await readFile(note, 'utf8').catch(() => undefined) : text;
  if (begun === undefined) throw new OperatorError(`The folder ${target} is not empty: name an empty one.`);
  if (begun !== text)
    throw new OperatorError(
      `Another export to ${target} was interrupted: repeat it with the same options, or name an empty folder.`,
    );
  if (!isResumed) {
    await mkdir(drafts, { mode: 0o700 });
    await writeDurably(note, text);
    await syncFolder(target);
  }

  return {
    draftOf: (id: string) => join(drafts, `${id}.part`),
    /** Makes a folder, or finds the one that was made before. Throws OperatorError where something else is in its place. */
    async makeFolder(path: string): Promise<void> {
      if (isResumed && (await lstat(path).catch(() => undefined))?.isDirectory()) return;
      await mkdir(path, { mode: 0o700 }).catch(refuseOther);
    },
    /** Whether an interrupted export wrote this file whole already. */
    async has(path: string, { size, sha256 }: { size: number | null; sha256: string | null }): Promise<boolean> {
      if (!isResumed || sha256 === null) return false;
      const there = await lstat(path).catch(() => undefined);
      return there?.isFile() === true && there.size === size && (await sha256OfFile(path)) === sha256;
    },
    /** What an interrupted export wrote and this one did not: it was moved or removed since. Paths in the folder. */
    async findOthers(written: ReadonlySet<string>): Promise<string[]> {
      if (!isResumed) return [];
      const all = await readdir(target, { recursive: true });
      const isOwn = (path: string) => path === draftsName || path.startsWith(`${draftsName}/`) || path === 'lost+found';
      return all.filter((path) => !written.has(path) && !isOwn(path)).toSorted();
    },
    async end(): Promise<void> {
      await rm(drafts, { recursive: true });
      await syncFolder(target);
    },
  };

  function refuseOther(error: NodeJS.ErrnoException): never {
    if (!isResumed || error.code !== 'EEXIST') throw error;
    throw new OperatorError(`The folder ${target} no longer matches the interrupted export: name an empty one.`);
  }
}
