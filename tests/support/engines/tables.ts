/** Databases with all tables and nothing in them. To copy one takes a test a small part of the time of all steps to it. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('make-tables.ts', import.meta.url));
const cache = join(root, 'node_modules/.cache/tables');

/** Makes the tables in a database of PostgreSQL that is empty. */
export async function makeTables(url: string): Promise<void> {
  await run(url);
}

/** Makes a file of SQLite with the tables. It is kept for the next time, until something of the server is another one. */
export async function copyTables(file: string): Promise<void> {
  const kept = join(cache, `${readFileSync(join(root, 'server/dist/.sources'), 'utf8')}.db`);
  if (!existsSync(kept)) await keep(kept);
  await copyFile(kept, file);
}

/** Several workers may do so at once. Those of other states of the server are not asked for any more. */
async function keep(file: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'new-'));
  const made = join(folder, 'keepsake.db');
  await run(made);
  const older = (await readdir(cache)).filter((name) => name.endsWith('.db') && name !== basename(file));
  for (const name of older) await rm(join(cache, name), { force: true });
  await rename(made, file);
  await rm(folder, { recursive: true });
}

async function run(place: string): Promise<void> {
  await promisify(execFile)(process.execPath, [program, place], { cwd: root });
}
