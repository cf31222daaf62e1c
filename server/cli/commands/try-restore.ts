import { exitCodes } from '#contract/command-line.ts';
import { printable } from '#contract/names/printable.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { tryRestore as tryIt } from '#server/maintenance/restore/try-restore.ts';
import { defineCommand, oneFolder } from '../shared/define-command.ts';
import { ownPlace } from '../shared/own-installation.ts';

export const tryRestore = defineCommand({
  name: 'try-restore',
  arguments: '<folder>',
  summary:
    'restores the rows and some files of the newest backup into the folder trial in it, checks them, and removes them',
  options: {},
  async run({ args, output, now }) {
    const folder = oneFolder('try-restore', args);
    const { migrateAuthTables } = await import('#server/accounts/auth/auth-tables.ts');
    const { dataFolder } = ownPlace();
    const done = await tryIt({ dataFolder, migrateAuthTables, now, output }, folder);
    output.result(done, () =>
      [
        ...done.problems.map((problem) => printable(problem)),
        `${done.snapshot}: its rows and ${counted(done.files, 'file')} of it (${sizeText(done.bytes)}) were restored, ${counted(done.problems.length, 'problem')}.`,
      ].join('\n'),
    );
    return done.problems.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
  },
});
