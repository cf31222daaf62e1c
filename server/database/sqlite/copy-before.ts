import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';

const maxCopies = 2;
const isCopy = /^before-.*\.db$/;

/**
 * Copies a database file to `before-<step>.db` beside it, durably, and keeps the newest two such copies. Repeating it
 * after a crash is safe: a copy gets its name only when it is complete.
 */
export async function copyBefore(file: string, step: string): Promise<void> {
  const folder = dirname(file);
  const target = join(folder, `before-${step}.db`);
  const draft = `${target}.new`;
  await rm(draft, { force: true });
  const source = new SqliteDatabase(file, { fileMustExist: true });
  try {
    await source.backup(draft);
  } finally {
    source.close();
  }
  await sync(draft);
  await rename(draft, target);
  await sync(folder);
  // The steps are numbered, so the names are in chronological order.
  const others = (await readdir(folder)).filter((name) => isCopy.test(name) && name !== basename(target)).toSorted();
  for (const name of others.toReversed().slice(maxCopies - 1)) await rm(join(folder, name));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
