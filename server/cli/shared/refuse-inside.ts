import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backupMarker } from '#server/backups/check-backup-folder.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';

/**
 * Throws OperatorError where a command would write into the data folder, with which it would be removed, or into a folder of
 * backups, which has nothing else in it. The folder may be one of backups itself.
 */
export async function refuseInside(folder: string, dataFolder?: string): Promise<void> {
  const data = dataFolder === undefined ? undefined : await realOf(dataFolder);
  const real = await realOf(folder);
  for (let place = real; ; place = dirname(place)) {
    if (place === data)
      throw new OperatorError(`${folder} is in the data folder ${dataFolder}: name a folder outside.`);
    if (place !== real && existsSync(join(place, backupMarker)))
      throw new OperatorError(`${folder} is in ${place}, a folder of backups: name a folder outside.`);
    if (place === dirname(place)) return;
  }
}

/** Without links, also where it is still to be made. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return path === dirname(path) ? path : join(await realOf(dirname(path)), basename(path));
  }
}
