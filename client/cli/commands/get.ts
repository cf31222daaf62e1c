import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exitCodes } from '#contract/command-line.ts';
import { foldedName } from '#contract/names/names.ts';
import type { ObjectMetadata } from '#contract/records/objects.ts';
import { createFolder, refuseSameFile, targetFor, targetIn } from '../local/target.ts';
import { type Connection, typedNames } from '../shared/connection.ts';
import { exitCodeOf, messageOf, nothingAt } from '../shared/errors.ts';
import { fetchFile } from '../shared/fetch-file.ts';
import { fileAt, listFolder } from '../shared/files-there.ts';
import { forEachBySize } from '../shared/for-each-limit.ts';
import type { Output } from '../shared/output.ts';
import { findFolder } from '../shared/remote-tree.ts';
import { unfinished } from '../shared/unfinished.ts';

type Wanted = { object: ObjectMetadata; target: string };

/** Of those that take longer to ask for than to send. */
const smallFilesAtOnce = 16;

/** Downloads a file, or a folder with everything in it; local files with the same content are left alone, others of the same name are replaced. */
export async function get(connection: Connection, [path = '', to]: string[], output: Output): Promise<number> {
  const { wanted, leftOut, forget } = await find(connection, typedNames(path), to);
  const totalBytes = wanted.reduce((sum, { object }) => sum + object.size, 0);
  /** What was replaced was fetched, too. */
  const done = { fetched: 0, replaced: 0, unchanged: 0, bytes: 0 };
  const failed: { path: string; error: string }[] = [];
  let exitCode: number = exitCodes.ok;
  /** The first error of a server that is away: nothing is fetched after it, as each file would wait as long. */
  let away: unknown;
  let files = 0;
  let unchangedBytes = 0;
  const targets = new Set(wanted.map(({ target }) => target));
  const fail = (target: string, error: unknown, message = messageOf(error)) => {
    failed.push({ path: target, error: message });
    output.warn(`${target}: ${message}`);
    exitCode ||= exitCodeOf(error);
  };
  for (const { target, error } of leftOut) fail(target, error);

  const tellProgress = () =>
    output.progress({ files, totalFiles: wanted.length, bytes: done.bytes + unchangedBytes, totalBytes });
  const onBytes = (bytes: number) => {
    done.bytes += bytes;
    tellProgress();
  };
  const isTaken = (other: string) => targets.has(other);

  // One after the other where the names are alike: some disks have one file for all of them.
  const alike = Map.groupBy(wanted, ({ target }) => foldedName(target));
  await forEachBySize(alike.values(), largestOf, smallFilesAtOnce, fetchAll);
  if (failed.length === 0) await forget();
  output.result({ ...done, failed }, () =>
    [`${done.fetched} downloaded${inPlace()}`, `${done.unchanged} unchanged`, `${failed.length} failed`].join(', '),
  );
  return exitCode;

  function inPlace(): string {
    return done.replaced === 0 ? '' : ` (${done.replaced} in place of a file that was here)`;
  }

  async function fetchAll(some: Wanted[]): Promise<void> {
    const fetched: string[] = [];
    for (const { object, target } of some) {
      if (away !== undefined) {
        fail(target, away, `It was not downloaded. ${messageOf(away)}`);
        continue;
      }
      try {
        await refuseSameFile(fetched, target);
        const outcome = await fetchFile(connection, object, target, isTaken, onBytes);
        done[outcome] += 1;
        if (outcome === 'replaced') done.fetched += 1;
        if (outcome === 'unchanged') unchangedBytes += object.size;
        fetched.push(target);
      } catch (error) {
        if (exitCodeOf(error) === exitCodes.unreachable) away ??= error;
        fail(target, error);
      }
      files += 1;
      tellProgress();
    }
  }
}

function largestOf(some: Wanted[]): number {
  return Math.max(...some.map(({ object }) => object.size));
}

type Found = {
  wanted: Wanted[];
  leftOut: { target: string; error: unknown }[];
  /** To be called when all of it is here. */
  forget: () => Promise<void>;
};

/** The files at a path and where to write each; creates the local folders. What cannot be written is left out. */
async function find(connection: Connection, names: string[], to: string | undefined): Promise<Found> {
  const object = names.length === 0 ? undefined : await fileAt(connection, names);
  const nothing = async () => {};
  if (object !== undefined)
    return { wanted: [{ object, target: await targetFor(object.name, to) }], leftOut: [], forget: nothing };
  if ((await findFolder(connection, names)) === undefined) throw nothingAt(names);
  // What an interrupted call was filling is there now, and is not a folder to put this one into.
  const begun = unfinished(['get', connection.server.baseUrl, names, resolve(to ?? '.')]);
  const isBegun = to !== undefined && (await begun.read()) === 'into';
  const top = isBegun ? to : await targetFor(names.at(-1) ?? 'Keepsake', to);
  if (top === to) await begun.note('into');
  const found: Found = { wanted: [], leftOut: [], forget: begun.forget };
  if (top === to) await mkdir(top, { recursive: true });
  else await createFolder(top);
  await walk(names, top);
  return found;

  async function walk(folder: string[], target: string): Promise<void> {
    const { folders, files } = await listFolder(connection, folder);
    for (const file of files)
      await orLeaveOut(target, () => found.wanted.push({ object: file, target: targetIn(target, file.name) }));
    for (const name of folders) await orLeaveOut(target, () => walkBelow([...folder, name], targetIn(target, name)));
  }

  async function walkBelow(folder: string[], target: string): Promise<void> {
    await orLeaveOut(target, async () => {
      await createFolder(target);
      await walk(folder, target);
    });
  }

  async function orLeaveOut(target: string, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      // Each of the others would wait as long for the server.
      if (exitCodeOf(error) === exitCodes.unreachable) throw error;
      found.leftOut.push({ target, error });
    }
  }
}
