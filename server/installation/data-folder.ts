import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder, writeDurably } from '#server/blobs/disk/durable-files.ts';
import { shortestSecret } from '#server/config/secrets.ts';
import { LockHeld, lockFile } from '#server/database/sqlite/folder-lock.ts';
import { ConfigError } from '#server/errors/config-error.ts';
import { type DataPaths, dataPaths } from './data-paths.ts';

/** The data folder, opened and locked. */
export type DataFolder = DataPaths & {
  /** Key of session cookies and links; made at the first start, never shown. */
  secret: string;
  /** Lets another process have it. */
  unlock(): void;
};

/**
 * The names of what is in a folder that is to be the data folder; none when it does not exist. Reads only. Throws
 * ConfigError when it cannot be read, or is neither empty nor one of ours.
 */
export async function inspectDataFolder(path: string): Promise<string[]> {
  const found = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw unusable(path, error);
  });
  const names = found.filter((name) => name !== 'lost+found');
  if (names.length === 0 || ['secret', 'lock', 'restoring'].some((name) => names.includes(name))) return names;
  throw new ConfigError(
    `The folder ${path} contains other files: set KEEPSAKE_DATA to an empty folder or a Keepsake data folder.`,
  );
}

/**
 * Opens the data folder and makes what is missing: folders 0700, files 0600. Only one process may have it open. Throws
 * ConfigError when it cannot be used, or is not empty and not one of ours.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await inspectDataFolder(path);
  const paths = dataPaths(path);
  try {
    await makeFolder(path);
    await chmod(path, 0o700);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const unlock = lockFile(paths.lock);
    for (const folder of [paths.blobs, paths.thumbnails, paths.outbox])
      await mkdir(folder, { recursive: true, mode: 0o700 });
    const secret = await readOrMakeSecret(paths.secretFile);
    return { ...paths, secret, unlock };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof LockHeld) throw folderInUse(path);
    throw unusable(path, error);
  }
}

/** What a second server on a data folder ends with. */
export function folderInUse(path: string): ConfigError {
  return new ConfigError(
    `The data folder ${path} is in use by another Keepsake: stop that one, or set KEEPSAKE_DATA to another folder.`,
  );
}

/** Makes a folder and those above it that are missing, so that they survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes a folder that a server may be started on later, unless there is one. Throws ConfigError when it has other things. */
export async function makeDataFolder(path: string): Promise<void> {
  if ((await inspectDataFolder(path)).length > 0) return;
  await makeFolder(path);
  // By this file it is known as ours.
  lockFile(dataPaths(path).lock)();
}

function unusable(path: string, error: unknown): ConfigError {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  return new ConfigError(
    `The data folder ${path} cannot be used (${reason}): set KEEPSAKE_DATA to a folder that this user may write to.`,
    { cause: error },
  );
}

async function readOrMakeSecret(file: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing !== undefined) {
    if (existing.trim().length >= shortestSecret) return existing.trim();
    throw new ConfigError(
      `The file ${file} is damaged: restore it from a backup, or remove it, which ends all sessions.`,
    );
  }
  const secret = randomBytes(32).toString('base64url');
  await writeDurably(file, `${secret}\n`);
  return secret;
}
