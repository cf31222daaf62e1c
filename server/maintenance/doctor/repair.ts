import { existsSync } from 'node:fs';
import { appendFile, lstat, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { syncFolder } from '#server/blobs/disk/durable-files.ts';
import { replaceContents } from '#server/database/folder-contents.ts';
import type { Database } from '#server/database/open.ts';
import { replaceSum } from '#server/database/stored-sums.ts';
import type { DataPaths } from '#server/installation/data-paths.ts';
import { readValues } from '../json-lines.ts';
import { OperatorError } from '../operator-error.ts';
import type { Finding, Fix } from './finding.ts';

type Deps = { paths: DataPaths; db: Database; now: () => number };

/** A line of the journal, written before it is done. Paths are relative to the data folder. */
type Done = { moved: string; to: string } | { counted: Counted };

type Counted = Exclude<Fix, { kind: 'move' }>;

const journalName = 'journal.ndjson';
const undoneName = 'journal.undone.ndjson';

/**
 * Moves files that no row refers to into a folder in quarantine and sets counters to what the rows add up to, after noting
 * each step in a journal there. Nothing is removed. The server is stopped, unless there are only counters to correct. Returns where the journal is and what was done.
 */
export async function repair({ paths, db, now }: Deps, findings: readonly Finding[]) {
  const fixes = findings.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
  if (fixes.length === 0) return { journal: undefined, moved: 0, counted: 0 };
  const folder = join(paths.quarantine, `doctor-${new Date(now()).toISOString().replaceAll(':', '-')}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const path of [paths.blobs, paths.quarantine]) await syncFolder(path);
  const journal = join(folder, journalName);
  const done = { journal, moved: 0, counted: 0 };
  for (const fix of fixes) {
    if (fix.kind === 'move') {
      const to = join(folder, relative(paths.path, fix.path));
      await note(journal, { moved: relative(paths.path, fix.path), to: relative(paths.path, to) });
      await move(fix.path, to);
      done.moved += 1;
    } else {
      await note(journal, { counted: fix });
      await setCount(db, fix);
      done.counted += 1;
    }
  }
  return done;
}

/**
 * Undoes the newest repair that was not undone yet, the last step first. It resumes when it is repeated after a kill. A
 * counter that the server has changed since stays as it is. Throws OperatorError.
 */
export async function undoRepair({ paths, db }: Omit<Deps, 'now'>) {
  const folder = await newestRepair(paths);
  const steps: Done[] = [];
  for await (const step of readValues<Done>(join(folder, journalName))) steps.push(step);
  const done = { journal: join(folder, undoneName), moved: 0, counted: 0, left: 0 };
  for (const step of steps.toReversed()) {
    if ('counted' in step) {
      const isBack = await setCount(db, reversed(step.counted));
      done[isBack ? 'counted' : 'left'] += 1;
      continue;
    }
    const [from, to] = [join(paths.path, step.moved), join(paths.path, step.to)];
    if (!(await exists(to))) continue;
    if (await exists(from)) throw new OperatorError(`${from} exists again: move it away, then run the command again.`);
    await move(to, from);
    done.moved += 1;
  }
  await rename(join(folder, journalName), join(folder, undoneName));
  await syncFolder(folder);
  return done;
}

async function newestRepair({ quarantine }: DataPaths): Promise<string> {
  const names = existsSync(quarantine) ? (await readdir(quarantine)).toSorted() : [];
  const newest = names.findLast((name) => existsSync(join(quarantine, name, journalName)));
  if (newest === undefined)
    throw new OperatorError(
      'There is nothing to undo: `keepsake doctor --fix` changed nothing in this data folder, or all of it was undone.',
    );
  return join(quarantine, newest);
}

/** Durable before the step is done, so that it can be undone also after a kill in between. */
async function note(journal: string, step: Done): Promise<void> {
  const isNew = !existsSync(journal);
  await appendFile(journal, `${JSON.stringify(step)}\n`, { mode: 0o600, flush: true });
  if (isNew) await syncFolder(dirname(journal));
}

/** Syncs the new folder first, so that a power cut leaves the file in both folders rather than in none. */
async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to);
  await syncFolder(dirname(to));
  await syncFolder(dirname(from));
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}

function reversed(fix: Counted): Counted {
  if (fix.kind === 'count') return { ...fix, from: fix.to, to: fix.from };
  if (fix.kind === 'sum') return { ...fix, from: fix.to, to: fix.from };
  return { ...fix, from: fix.to, to: fix.from };
}

/** Returns whether the count was what it should have been before. */
async function setCount(db: Database, fix: Counted): Promise<boolean> {
  if (fix.kind === 'contents') return await replaceContents(db, fix);
  if (fix.kind === 'sum') return await replaceSum(db, fix);
  const { account, column, from, to } = fix;
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ [column]: to })
    .where('user_id', '=', account)
    .where(column, '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
