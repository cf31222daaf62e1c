import { mkdir } from 'node:fs/promises';
import { exitCodes } from '#contract/command-line.ts';
import { inspectDataFolder } from '#server/installation/data-folder.ts';
import { restore as restoreInto } from '#server/maintenance/backup/restore.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { defineCommand, megabytes, oneFolder } from '../shared/define-command.ts';
import { localInstallation, whileStopped } from '../shared/local-installation.ts';

/** What a restore that was killed may have left before it noted anything. */
const traces = ['lock', 'restoring', 'restoring.new'];

export const restore = defineCommand({
  name: 'restore',
  arguments: '<folder>',
  summary: 'restores the newest backup into an empty data folder and an empty database',
  options: {
    snapshot: { value: '<name>', summary: 'restores this one instead' },
    incomplete: { summary: 'also when files in the backup are missing or damaged' },
  },
  async run({ args, values: { snapshot, incomplete: isIncompleteAllowed = false }, output, now }) {
    const folder = oneFolder('restore', args);
    const { paths, settings } = localInstallation();
    const names = await inspectDataFolder(paths.path);
    if (names.some((name) => !traces.includes(name)) && !names.includes('restoring'))
      throw new OperatorError(`The data folder ${paths.path} is not empty: set KEEPSAKE_DATA to an empty one.`);
    await mkdir(paths.path, { recursive: true, mode: 0o700 });
    const done = await whileStopped(paths, async () => {
      const { migrateAuthTables } = await import('#server/accounts/auth-tables.ts');
      const deps = { paths, settings, migrateAuthTables, now, output };
      return await restoreInto(deps, folder, { snapshot, isIncompleteAllowed });
    });
    output.result(done, () =>
      [
        `Restored ${done.snapshot} into ${paths.path}: ${done.blobs} blobs, ${megabytes(done.bytes)}.`,
        ...(done.missing.length > 0 ? [`${done.missing.length} of them are missing or damaged.`] : []),
        'Start the server; people have to log in again.',
      ].join('\n'),
    );
    return done.missing.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
  },
});
