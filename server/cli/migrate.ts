import { type Migrated, migrateInstallation, undoMigration } from '#server/maintenance/migrate/migrate-installation.ts';
import { exitCodes, OperatorError } from '#server/maintenance/operator-error.ts';
import type { Output } from '#server/maintenance/output.ts';
import { openSource, readPlaces, withTarget } from './migration-endpoints.ts';

type Values = { to?: string | undefined; undo: boolean; incomplete: boolean };
type Deps = { now: () => number; output: Output };

/**
 * `keepsake migrate`: moves the installation of the settings elsewhere, or takes that back, and says what it did. Returns the
 * exit code. Throws Refusal.
 */
export async function migrate({ to, undo, incomplete }: Values, others: string[], deps: Deps): Promise<number> {
  if (undo) {
    if (to !== undefined || others.length > 0)
      throw new OperatorError('migrate --undo takes no place.', exitCodes.usage);
    return await takeBack(deps);
  }
  const { where, settings } = readPlaces(to === undefined ? others : [to, ...others]);
  const from = await openSource(deps);
  const moved = await withTarget(where, from, deps, async (house, move) =>
    migrateInstallation({ from, to: house, ...deps }, move, { goesOn: incomplete }),
  ).finally(from.close);
  deps.output.result({ ...moved, settings: withoutSecrets(settings) }, () => describe(moved, settings));
  return moved.missing.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
}

async function takeBack({ now, output }: Deps): Promise<number> {
  const from = await openSource({ now });
  const place = await undoMigration(from).finally(from.close);
  output.result(
    { place },
    () =>
      `The server may be started here again, as it was when it was moved. What came to ${place} since then is only there: stop the server there.`,
  );
  return exitCodes.ok;
}

function describe({ blobs, bytes, rows, lastBlobs, stoppedMs, missing }: Migrated, settings: Record<string, string>) {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return [
    rows['blobs'] === undefined
      ? 'The last step of the move was done.'
      : `Migrated and compared: ${rows['blobs']} blobs and ${count} rows. Now ${blobs} blobs (${(bytes / 1000 ** 2).toFixed(1)} MB) were copied, ${lastBlobs} of them while nobody could write, for ${(stoppedMs / 1000).toFixed(1)} s.`,
    ...(missing.length > 0 ? [`${missing.length} blobs are missing or damaged.`] : []),
    'Stop the server here and start it with these settings, all others as they are:',
    ...Object.entries(withoutSecrets(settings)).map(([name, value]) => `  ${name}${value && '='}${value || ' unset'}`),
    'Nothing was removed here. `keepsake migrate --undo` with the settings of here lets it go on here.',
  ].join('\n');
}

/** As they were given, but for the password of the database. */
function withoutSecrets(settings: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, maskPassword(value)]));
}

function maskPassword(value: string): string {
  if (!URL.canParse(value) || new URL(value).password === '') return value;
  const url = new URL(value);
  url.password = '***';
  return url.href;
}
