import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Problem } from '../terminal.mjs';

/** Anybody may pass through. */
const pass = 0o001;

/**
 * Makes the folder of a cluster and returns its path. Started by root, PostgreSQL runs as a user of its own, who has to
 * get there. Throws Problem.
 */
export function openClusterFolder(wanted: string): string {
  const folder = resolve(wanted);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  if (process.getuid?.() !== 0) return folder;
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if ((statSync(above).mode & pass) === 0)
      throw new Problem(
        `PostgreSQL does not run as root, and nobody else gets through ${above}: name a folder elsewhere, such as --folder /var/tmp/keepsake.`,
      );
  }
  return folder;
}
