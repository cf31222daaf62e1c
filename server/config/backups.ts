import { isAbsolute, resolve } from 'node:path';
import { ConfigError } from '#server/errors/config-error.ts';
import type { Config, Get } from './config-type.ts';

/** When few people are awake, and after the hour that daylight saving skips or repeats in most places. */
const quietTime = '03:30';

/** Throws ConfigError. Whether the folder can be used is found out at the start (server/backups). */
export function readBackups(get: Get): Config['backups'] {
  const folder = get('BACKUP_FOLDER');
  const at = get('BACKUP_AT') ?? quietTime;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    throw new ConfigError(`BACKUP_AT is "${at}": set it to a time from 00:00 to 23:59, such as ${quietTime}.`);
  if (folder === undefined) return undefined;
  if (!isAbsolute(folder))
    throw new ConfigError(`BACKUP_FOLDER is "${folder}": set it to an absolute path, such as /backup/keepsake.`);
  return { folder: resolve(folder), at };
}
