import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { configPath } from './config-file.ts';

/**
 * What this machine remembers of a transfer until it is complete, so that the same command resumes it: a text for each,
 * found by what is transferred, in the folder of the configuration.
 */
export function unfinished(what: readonly unknown[]) {
  const name = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  const path = join(dirname(configPath()), 'unfinished', name);
  return {
    read: async (): Promise<string | undefined> => await readFile(path, 'utf8').catch(() => undefined),
    /**
     * Notes all of the text or, if the process ends meanwhile, none. Without it the transfer starts from the beginning the next
     * time, so a failure ends nothing.
     */
    async note(text: string): Promise<void> {
      const written = `${path}.${process.pid}`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeFile(written, text, { mode: 0o600 });
        await rename(written, path);
      } catch {
        await rm(written, { force: true }).catch(() => {});
      }
    },
    forget: async (): Promise<void> => await rm(path, { force: true }).catch(() => {}),
  };
}
