import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';
import { LockHeld, lockFile } from './database/folder-lock.ts';

/** Where everything of an installation lies. */
export type DataFolder = {
  path: string;
  /** Key of session cookies and links; made at the first start, never shown. */
  secret: string;
  databaseFile: string;
  blobs: string;
  pictures: string;
  outbox: string;
  /** Lets another process have it. */
  unlock(): void;
};

const shortestSecret = 32;

/**
 * Opens the data folder and makes what is missing: folders 0700, files 0600. Only one process may have it open. Throws
 * ConfigError when it cannot be used, or is not empty and not one of ours.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const found = (await readdir(path)).filter((name) => name !== 'lost+found');
    if (found.length > 0 && !found.includes('secret') && !found.includes('lock')) {
      throw new ConfigError(
        `The folder ${path} holds other things: set KEEPSAKE_DATA to an empty folder or one of Keepsake.`,
      );
    }
    await chmod(path, 0o700);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const unlock = lockFile(join(path, 'lock'));
    const [blobs, pictures, outbox] = [join(path, 'blobs'), join(path, 'pictures'), join(path, 'outbox')];
    for (const folder of [blobs, pictures, outbox]) await mkdir(folder, { recursive: true, mode: 0o700 });
    const secret = await readOrMakeSecret(join(path, 'secret'));
    return { path, databaseFile: join(path, 'keepsake.db'), blobs, pictures, outbox, secret, unlock };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    if (error instanceof LockHeld) {
      throw new ConfigError(
        `The data folder ${path} is in use by another Keepsake: stop that one, or set KEEPSAKE_DATA to another folder.`,
      );
    }
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigError(
      `The data folder ${path} cannot be used (${reason}): set KEEPSAKE_DATA to a folder that this user may write to.`,
      { cause: error },
    );
  }
}

async function readOrMakeSecret(file: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (existing !== undefined) {
    if (existing.trim().length >= shortestSecret) return existing.trim();
    throw new ConfigError(
      `The file ${file} is damaged: bring it back from a backup, or remove it, which ends all sessions.`,
    );
  }
  const secret = randomBytes(32).toString('base64url');
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
  return secret;
}
