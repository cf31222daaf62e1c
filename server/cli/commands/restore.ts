import { mkdir } from 'node:fs/promises';
import { exitCodes } from '#contract/command-line.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { inspectDataFolder } from '#server/installation/data-folder.ts';
import type { Place } from '#server/installation/installation.ts';
import { whileUnchanged } from '#server/maintenance/backup/lock-backups.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { restore as restoreInto } from '#server/maintenance/restore/restore.ts';
import { defineCommand, oneFolder } from '../shared/define-command.ts';
import { ownPlace, whileOnlyRestore, whileStopped } from '../shared/own-installation.ts';
import { refuseInside } from '../shared/refuse-inside.ts';

/** What a restore that was killed may have left before it noted anything. */
const traces = ['lock', 'restoring', 'restoring.new'];

export const restore = defineCommand({
  name: 'restore',
  arguments: '<folder>',
  summary: 'restores the newest backup into an empty database and an empty data folder or place in S3',
  options: {
    snapshot: { value: '<name>', summary: 'restores this one instead' },
    incomplete: { summary: 'restores even if files in the backup are missing or damaged' },
  },
  async run({ args, values: { snapshot, incomplete: isIncompleteAllowed = false }, output, now }) {
    const folder = oneFolder('restore', args);
    const place = ownPlace();
    const done = await whileEmpty(place, async () => {
      const { migrateAuthTables } = await import('#server/accounts/auth/auth-tables.ts');
      return await whileUnchanged(folder, () =>
        restoreInto({ place, migrateAuthTables, now, output }, folder, { snapshot, isIncompleteAllowed }),
      );
    });
    output.result(done, () =>
      [
        `Restored ${done.snapshot} into ${done.where}: ${counted(done.blobs, 'blob')}, ${sizeText(done.bytes)}.`,
        ...(done.missing.length > 0
          ? [`${counted(done.missing.length, 'blob is', 'blobs are')} missing or damaged.`]
          : []),
        'Start the server; people have to log in again.',
      ].join('\n'),
    );
    return done.missing.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
  },
});

/** Keeps others from what is to be filled. Throws OperatorError when the data folder is not empty. */
async function whileEmpty<Result>(place: Place, work: () => Promise<Result>): Promise<Result> {
  const { dataFolder, databaseUrl, storage } = place;
  if (storage !== undefined && databaseUrl !== undefined) return await whileOnlyRestore(databaseUrl, work);
  await refuseInside(dataFolder);
  const names = await inspectDataFolder(dataFolder);
  if (names.some((name) => !traces.includes(name)) && !names.includes('restoring'))
    throw new OperatorError(`The data folder ${dataFolder} is not empty: set KEEPSAKE_DATA to an empty one.`);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  return await whileStopped(place, work);
}
