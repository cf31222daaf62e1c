import { exitCodes } from '#contract/command-line.ts';
import { printable } from '#contract/printable.ts';
import { openDatabase } from '#server/database/open.ts';
import { isHeld } from '#server/database/sqlite/folder-lock.ts';
import { examine } from '#server/maintenance/doctor/doctor.ts';
import type { Finding } from '#server/maintenance/doctor/finding.ts';
import { repair, undoRepair } from '#server/maintenance/doctor/repair.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import type { Output } from '#server/maintenance/output.ts';
import { defineCommand } from '../shared/define-command.ts';
import { localInstallation, whileStopped, withDatabase } from '../shared/local-installation.ts';

type Fixed = Awaited<ReturnType<typeof repair>>;

export const doctor = defineCommand({
  name: 'doctor',
  arguments: '',
  summary: 'finds everything that is not as it has to be; reads only, also beside a running server',
  options: {
    deep: { summary: 'also compares all bytes with their hashes' },
    fix: {
      summary:
        'moves files that no row refers to into data/blobs/quarantine and corrects counters; nothing is removed. The server has to be stopped',
    },
    undo: { summary: 'undoes the last --fix. The server has to be stopped' },
  },
  async run({ args, values: { deep: isDeep = false, fix, undo }, output, now }) {
    if (args.length > 0) throw new OperatorError('doctor takes no folder: KEEPSAKE_DATA names it.', exitCodes.usage);
    if (undo) return await undoFix(output);
    const { paths } = localInstallation();
    const check = (isRunning: boolean) =>
      withDatabase((database) => examine({ paths, database, now, output }, { isDeep, isRunning }));
    const fixed = fix
      ? await whileStopped(paths, async () => await fixAll((await check(false)).findings, now))
      : undefined;
    const { findings, quarantined } = await check(isHeld(paths.lock));
    output.result({ findings, quarantined, fixed }, () => describe(findings, quarantined, fixed));
    return findings.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
  },
});

async function fixAll(findings: Finding[], now: () => number): Promise<Fixed> {
  const { paths, settings } = localInstallation();
  const { db, close } = await openDatabase(settings);
  return await repair({ paths, db, now }, findings).finally(close);
}

async function undoFix(output: Output): Promise<number> {
  const { paths, settings } = localInstallation();
  const done = await whileStopped(paths, async () => {
    const { db, close } = await openDatabase(settings);
    return await undoRepair({ paths, db }).finally(close);
  });
  output.result(
    done,
    () => `${done.moved} files moved back, ${done.counted} counters set back, ${done.left} changed since.`,
  );
  return exitCodes.ok;
}

function describe(findings: Finding[], quarantined: number, fixed: Fixed | undefined): string {
  return [
    ...findings.flatMap(({ subject, what, files = [] }) => [
      printable(`${subject}: ${what}`),
      ...files.map((file) => `  ${printable(file)}`),
    ]),
    ...(fixed?.journal === undefined
      ? []
      : [`${fixed.moved} files moved, ${fixed.counted} counters corrected; \`keepsake doctor --undo\` undoes it.`]),
    findings.length === 0 ? 'Everything is as it has to be.' : `${findings.length} things are not as they have to be.`,
    ...(quarantined > 0 ? [`Files in ${localInstallation().paths.quarantine}: ${quarantined}.`] : []),
  ].join('\n');
}
