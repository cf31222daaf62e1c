import { exitCodes } from '#contract/command-line.ts';
import { printable } from '#contract/names/printable.ts';
import { counted } from '#contract/texts/amounts.ts';
import { type Database, openDatabase } from '#server/database/open.ts';
import { isHeld } from '#server/database/sqlite/folder-lock.ts';
import { makeDataFolder } from '#server/installation/data-folder.ts';
import { dataPaths } from '#server/installation/data-paths.ts';
import { databaseOf, type Place } from '#server/installation/installation.ts';
import { examine } from '#server/maintenance/doctor/doctor.ts';
import type { Finding } from '#server/maintenance/doctor/finding.ts';
import { repair, undoRepair } from '#server/maintenance/doctor/repair.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import type { Output } from '#server/maintenance/output.ts';
import { defineCommand } from '../shared/define-command.ts';
import { backupsState, describeBackups } from '../shared/describe-backups.ts';
import { ownPlace, requireCurrent, whileStopped, withInstallation } from '../shared/own-installation.ts';

type Fixed = Awaited<ReturnType<typeof repair>>;

export const doctor = defineCommand({
  name: 'doctor',
  arguments: '',
  summary: 'looks for problems in the database and the files; changes nothing, and can run beside a running server',
  options: {
    deep: { summary: 'also reads every byte and compares it with its checksum' },
    fix: {
      summary:
        'moves files that no row refers to into data/blobs/quarantine and corrects counters; nothing is deleted. Stop the server first, unless the files are in S3, where only counters are corrected',
    },
    undo: { summary: 'undoes the last --fix. Stop the server first, unless the files are in S3' },
  },
  async run({ args, values: { deep: isDeep = false, fix, undo }, output, now }) {
    if (args.length > 0)
      throw new OperatorError('doctor takes no folder: it checks the installation of the settings.', exitCodes.usage);
    const place = ownPlace();
    if (undo) {
      if (isDeep || fix) throw new OperatorError('doctor --undo goes with no other option.', exitCodes.usage);
      await requireCurrent({ now });
      return await undoFix(place, output);
    }
    const check = (options: { isDeep: boolean; isRunning: boolean }) =>
      withInstallation({ now }, (installation) => examine({ installation, now, output }, options));
    const fixed = fix ? await fixAll(place, check, now) : undefined;
    const backups = await backupsState(now);
    const done = { ...(await check({ isDeep, isRunning: isInUse(place) })), fixed, ...(backups && { backups }) };
    const { findings } = done;
    output.result(done, () => describe(place, done));
    const isWell = findings.length === 0 && !['trouble', 'overdue'].includes(backups?.state ?? 'good');
    return isWell ? exitCodes.ok : exitCodes.troubleFound;
  },
});

/** Where the files are in S3, any machine may have a node. */
function isInUse({ storage, dataFolder }: Place): boolean {
  return storage !== undefined || isHeld(dataPaths(dataFolder).lock);
}

/**
 * Corrects counters also while nodes use S3: a counter that changed since it was checked stays as it is. What bytes are like is
 * not read for it: none of it can be corrected here.
 */
async function fixAll(
  place: Place,
  check: (options: { isDeep: boolean; isRunning: boolean }) => Promise<{ findings: Finding[] }>,
  now: () => number,
): Promise<Fixed> {
  const work = async () => {
    const { findings } = await check({ isDeep: false, isRunning: place.storage !== undefined });
    return await withDatabase(place, (db) => repair({ paths: dataPaths(place.dataFolder), db, now }, findings));
  };
  if (place.storage === undefined) return await whileStopped(place, work);
  await makeDataFolder(place.dataFolder);
  return await work();
}

async function undoFix(place: Place, output: Output): Promise<number> {
  const work = () => withDatabase(place, (db) => undoRepair({ paths: dataPaths(place.dataFolder), db }));
  const done = await (place.storage === undefined ? whileStopped(place, work) : work());
  output.result(
    done,
    () =>
      `${counted(done.moved, 'file')} moved back, ${counted(done.counted, 'counter')} set back, ${counted(done.left, 'counter')} left, which changed since.`,
  );
  return exitCodes.ok;
}

async function withDatabase<Result>(place: Place, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabase(databaseOf(place));
  return await work(db).finally(close);
}

type Done = Awaited<ReturnType<typeof examine>> & {
  fixed: Fixed | undefined;
  backups?: Parameters<typeof describeBackups>[0];
};

function describe(
  { dataFolder, storage }: Place,
  { findings, quarantined, unread, undecoded, fixed, backups }: Done,
): string {
  const quarantine =
    storage === undefined ? dataPaths(dataFolder).quarantine : `s3://${storage.bucket}/${storage.prefix}quarantine/`;
  return [
    ...(fixed?.journal === undefined
      ? []
      : [
          `${counted(fixed.moved, 'file')} moved, ${counted(fixed.counted, 'counter')} corrected, as noted in ${printable(fixed.journal)}; \`keepsake doctor --undo\` undoes it.`,
        ]),
    ...findings.flatMap(({ subject, what, files = [] }) => [
      printable(`${subject}: ${what}`),
      ...files.map((file) => `  ${printable(file)}`),
    ]),
    findings.length === 0
      ? `No problems ${fixed?.journal === undefined ? 'found' : 'left'}.`
      : `${counted(findings.length, 'problem')} ${fixed === undefined ? 'found' : 'left, which --fix does not mend'}.`,
    ...(unread > 0 ? [`Files whose facts and thumbnails the server has still to read: ${unread}.`] : []),
    ...(undecoded > 0
      ? [`Films and sounds that could not be decoded, since the machine has no ffmpeg: ${undecoded}.`]
      : []),
    ...(backups === undefined ? [] : describeBackups(backups)),
    ...(quarantined > 0 ? [`Files in ${quarantine}: ${quarantined}.`] : []),
  ].join('\n');
}
