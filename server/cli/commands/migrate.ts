import { exitCodes } from '#contract/command-line.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { type Migrated, migrateInstallation } from '#server/maintenance/migrate/migrate-installation.ts';
import { undoMigration } from '#server/maintenance/migrate/migration-record.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import type { Output } from '#server/maintenance/output.ts';
import { readPlace } from '../migration/place.ts';
import { withSource } from '../migration/source.ts';
import { withTarget } from '../migration/target.ts';
import { defineCommand } from '../shared/define-command.ts';
import { ownPlace } from '../shared/own-installation.ts';
import { refuseInside } from '../shared/refuse-inside.ts';

export const migrate = defineCommand({
  name: 'migrate',
  arguments: '--to <place>',
  summary:
    'migrates everything to another place while the server runs; writing stops for the last seconds only. A place is an empty folder, or DATABASE_URL and an empty folder, or DATABASE_URL and STORAGE_URL, as the settings of the new server have them. An interrupted migration resumes when the command is run again',
  options: {
    to: { value: '<place>', summary: 'the new place' },
    incomplete: { summary: 'migrates even if files are missing or damaged' },
    undo: { summary: 'makes the server of these settings usable again, in the state in which it was migrated' },
  },
  async run({ args, values: { to, undo, incomplete: isIncompleteAllowed = false }, output, now }) {
    if (undo) {
      if (to !== undefined || isIncompleteAllowed || args.length > 0)
        throw new OperatorError('migrate --undo takes no place and no other option.', exitCodes.usage);
      return await undoMigrate({ now, output });
    }
    const { place, settings } = readPlace(to === undefined ? args : [to, ...args]);
    const { dataFolder } = ownPlace();
    // A node whose files are in S3 may become the server of its own, empty folder.
    if (place.storage === undefined && place.dataFolder !== dataFolder)
      await refuseInside(place.dataFolder, dataFolder);
    const migrated = await withSource({ now }, (source) =>
      withTarget(place, source, { now }, (target, migration) =>
        migrateInstallation({ source, target, now, output }, migration, { isIncompleteAllowed }),
      ),
    );
    output.result({ ...migrated, settings: withoutPasswords(settings) }, () => describe(migrated, settings));
    return migrated.missing.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
  },
});

async function undoMigrate({ now, output }: { now: () => number; output: Output }): Promise<number> {
  const place = await withSource({ now }, undoMigration);
  output.result(
    { place },
    () =>
      `The server can be started here again, in the state in which it was migrated. Stop the server at ${place}: what was added there since exists only there.`,
  );
  return exitCodes.ok;
}

function describe({ blobs, bytes, rows, lastBlobs, stoppedMs, missing }: Migrated, settings: Record<string, string>) {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return [
    rows['blobs'] === undefined
      ? 'The migration is complete.'
      : `Migrated and compared: ${counted(rows['blobs'], 'blob')} and ${counted(count, 'row')}. This run copied ${counted(blobs, 'blob')} (${sizeText(bytes)}), ${lastBlobs} of them in the ${(stoppedMs / 1000).toFixed(1)} s in which nobody could make changes.`,
    ...(missing.length > 0 ? [`${counted(missing.length, 'blob is', 'blobs are')} missing or damaged.`] : []),
    'Stop the server here and start the new one with these settings, leaving all others as they are:',
    ...Object.entries(withoutPasswords(settings)).map(
      ([name, value]) => `  ${name}${value && '='}${value || ' unset'}`,
    ),
    'Nothing was removed here. `keepsake migrate --undo`, run with the previous settings, makes this server usable again.',
  ].join('\n');
}

/** The settings as they were given, but for the password of the database. */
function withoutPasswords(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, maskPassword(value)]));
}

function maskPassword(value: string): string {
  if (!URL.canParse(value) || new URL(value).password === '') return value;
  const url = new URL(value);
  url.password = '***';
  return url.href;
}
