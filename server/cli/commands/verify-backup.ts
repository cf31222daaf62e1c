import { exitCodes } from '#contract/command-line.ts';
import { printable } from '#contract/names/printable.ts';
import { counted } from '#contract/texts/amounts.ts';
import type { ToldFault } from '#server/maintenance/backup/backup-faults.ts';
import { whileUnchanged } from '#server/maintenance/backup/lock-backups.ts';
import { verifyBackup as verify } from '#server/maintenance/backup/verify-backup.ts';
import { defineCommand, oneFolder } from '../shared/define-command.ts';

export const verifyBackup = defineCommand({
  name: 'verify-backup',
  arguments: '<folder>',
  summary: 'reads all backups and compares every file with its SHA-256',
  options: {},
  async run({ args, output }) {
    const folder = oneFolder('verify-backup', args);
    const found = await whileUnchanged(folder, () => verify(folder, output));
    const count = Object.values(found.counts).reduce((sum, one) => sum + one, 0);
    output.result(found, () =>
      [
        ...found.faults.map(describe),
        ...(count > found.faults.length
          ? [`${counted(count - found.faults.length, 'more is', 'more are')} not named.`]
          : []),
        ...(found.counts.unfinished > 0
          ? ['A backup was interrupted: the next one goes on from there, and removes what is not needed.']
          : []),
        `${counted(found.snapshots.length, 'backup')}, ${counted(found.files, 'file')} compared, ${counted(count, 'problem')}.`,
      ].join('\n'),
    );
    return count === 0 && found.snapshots.length > 0 ? exitCodes.ok : exitCodes.troubleFound;
  },
});

function describe({ kind, path, snapshots = [] }: ToldFault): string {
  return printable(`${kind}: ${path}${snapshots.length > 0 ? `, needed by ${snapshots.join(', ')}` : ''}`);
}
