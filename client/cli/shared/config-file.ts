import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { NotLoggedIn } from './errors.ts';

/** The server that the person is logged in to; `appPasswordId` where `login` made the app password. */
export type Config = {
  baseUrl: string;
  token: string;
  appPasswordId?: string | undefined;
  appCheckKey?: string | undefined;
};

/** `$XDG_CONFIG_HOME/keepsake/config.json` (XDG Base Directory Specification). */
export function configPath(): string {
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'keepsake', 'config.json');
}

/** Throws NotLoggedIn if there is no file, or nothing useful in it, and the error of Node if it cannot be read. */
export async function readConfig(): Promise<Config> {
  const path = configPath();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new NotLoggedIn() : Object.assign(error, { path });
  });
  try {
    const { baseUrl, token, ...more } = JSON.parse(text) as Partial<Config>;
    if (typeof baseUrl === 'string' && typeof token === 'string') return { baseUrl, token, ...more };
  } catch {
    // It is said below.
  }
  throw new NotLoggedIn(`${path} is damaged. Run \`keepsake login <address>\` again, which replaces it.`);
}

/** Writes the file with mode 0600: the token gives access to everything. */
export async function writeConfig(config: Config): Promise<void> {
  const path = configPath();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** There may be none any more. */
export async function removeConfig(): Promise<void> {
  await rm(configPath(), { force: true });
}
