import { exitCodes } from '#contract/command-line.ts';
import { counted } from '#contract/texts/amounts.ts';
import { thinBackups as thin } from '#server/maintenance/backup/thin-backups.ts';
import { defineCommand, oneFolder } from '../shared/define-command.ts';

export const thinBackups = defineCommand({
  name: 'thin-backups',
  arguments: '<folder>',
  summary: 'removes all backups but the newest of each of 7 days, 4 weeks and 12 months',
  options: {},
  async run({ args, output }) {
    const done = await thin(oneFolder('thin-backups', args), output);
    output.result(done, () => `${counted(done.kept.length, 'backup')} kept, ${done.removed.length} removed.`);
    return exitCodes.ok;
  },
});
