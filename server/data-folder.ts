import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigError } from './config.ts';

/** Where everything of an installation lies. */
export type DataFolder = {
  path: string;
  /** Key of session cookies and links; made at the first start, never shown. */
  secret: string;
  databaseFile: string;
  blobs: string;
  outbox: string;
};

/** Opens the data folder and makes what is missing: folders 0700, files 0600. Throws ConfigError when it cannot be used. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const folder = {
      path,
      databaseFile: join(path, 'keepsake.db'),
      blobs: join(path, 'blobs'),
      outbox: join(path, 'outbox'),
    };
    await mkdir(folder.blobs, { recursive: true, mode: 0o700 });
    await mkdir(folder.outbox, { recursive: true, mode: 0o700 });
    return { ...folder, secret: await readOrMakeSecret(join(path, 'secret')) };
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigError(
      `The data folder ${path} cannot be used (${reason}): set KEEPSAKE_DATA to a folder that this user may write to.`,
      { cause: error },
    );
  }
}

async function readOrMakeSecret(file: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (existing.trim().length >= 32) return existing.trim();
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
