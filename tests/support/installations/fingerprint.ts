import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

/**
 * Everything below a folder as text: names, kinds, modes, bytes. An index in shared memory (-shm) is left out: it holds no
 * data, and whoever opens a database makes it again.
 */
export async function fingerprint(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const described = entries
    .filter(({ name }) => !name.endsWith('-shm'))
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mode, size } = await lstat(path);
      const content = entry.isFile()
        ? `${size} ${createHash('sha256')
            .update(await readFile(path))
            .digest('hex')}`
        : entry.isSymbolicLink()
          ? await readlink(path)
          : '';
      return [relative(folder, path), `${mode.toString(8)} ${content}`] as const;
    });
  return Object.fromEntries(await Promise.all(described));
}
