import { exitCodes } from '#contract/command-line.ts';
import { printable } from '#contract/names/printable.ts';
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
    output.result(found, () =>
      [
        ...found.faults.map(({ kind, path }) => printable(`${kind}: ${path}`)),
        `${found.snapshots.length} backups, ${found.files} files compared, ${found.faults.length} problems.`,
      ].join('\n'),
    );
    return found.faults.length === 0 && found.snapshots.length > 0 ? exitCodes.ok : exitCodes.troubleFound;
  },
});
