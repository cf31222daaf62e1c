import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Ran } from '../client/command-line.ts';
import { freshDatabase } from '../engines/fresh-database.ts';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { projectFolder } from '../fixtures/project-copy.ts';
import { quickStart } from './server-process.ts';
import { startServer, type TestServer } from './start-server.ts';
import { killedAtRename } from './strace-program.ts';

/** Where an installation keeps its things; `databaseUrl` is undefined on SQLite, `storage` where the files lie in the folder. */
export type Installation = {
  dataFolder: string;
  databaseUrl: string | undefined;
  storage?: Record<string, string> | undefined;
};

const program = 'server/dist/operate.js';

/** Runs a command of the operator, without the program that builds and starts it, which costs as much again. */
export async function operate(installation: Installation, args: string[]): Promise<Ran> {
  return await beginOperating(installation, args).ended;
}

/** Runs `keepsake` as the operator of an installation does. */
export async function operateAsTyped(installation: Installation, args: string[]): Promise<Ran> {
  return await ended(begin(installation, ['client/cli/keepsake.mjs', ...args]));
}

/** The same as `operate`, for one that is killed. Returns the process and its end. */
export function beginOperating(installation: Installation, args: string[]) {
  const child = begin(installation, [program, ...args]);
  return { child, ended: ended(child) };
}

/** Runs a command that is killed when it has stored so many files. */
export async function operateKilled(installation: Installation, args: string[], keptFiles: number): Promise<void> {
  const { code, stderr } = await ended(begin(installation, [program, ...args], killedAtRename(keptFiles + 1)));
  if (code !== null) throw new Error(`keepsake ${args.join(' ')} ended by itself with ${code}: ${stderr}`);
}

function begin(installation: Installation, [file = '', ...args]: string[], via: string[] = []) {
  const [command = '', ...rest] = [...via, process.execPath, join(projectFolder, file), ...args];
  const oneThread = via.length > 0 && { UV_THREADPOOL_SIZE: '1' };
  const child = spawn(command, rest, { env: { ...quickStart, ...environmentOf(installation), ...oneThread } });
  child.stdin.end();
  return child;
}

async function ended(child: ReturnType<typeof begin>): Promise<Ran> {
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, stdout, stderr };
}

/** The same with `--json`, its answer read; throws when it ended with another code. */
export async function operateJson<Answer>(installation: Installation, args: string[], wanted = 0): Promise<Answer> {
  const { code, stdout, stderr } = await operate(installation, [...args, '--json']);
  if (code !== wanted)
    throw new Error(`keepsake ${args.join(' ')} ended with ${code}: ${stderr}${stdout.slice(0, 2000)}`);
  return JSON.parse(stdout) as Answer;
}

/** The environment of a server of the installation, on any free port. */
export function environmentOf({ dataFolder, databaseUrl, storage = {} }: Installation): Record<string, string> {
  const settings = { PATH: process.env['PATH'] ?? '', PORT: '0', KEEPSAKE_DATA: dataFolder, ...storage };
  return databaseUrl === undefined ? settings : { ...settings, DATABASE_URL: databaseUrl };
}

/** Starts a server on an installation, on SQLite where it has no URL. */
export async function serve({ dataFolder, databaseUrl = '', storage = {} }: Installation): Promise<TestServer> {
  return await startServer({ dataFolder, env: { DATABASE_URL: databaseUrl, STORAGE_URL: '', ...storage } });
}

/** A folder that ends with the test file. */
export async function ownFolder(what: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `keepsake-${what}-`));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty data folder and an empty database. */
export async function emptyInstallation(): Promise<Installation> {
  return { dataFolder: await ownFolder('empty'), databaseUrl: await freshDatabase() };
}
