import { exitCodes } from '#contract/command-line.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { backUp } from '#server/maintenance/backup/backup.ts';
import { defineCommand, oneFolder } from '../shared/define-command.ts';
import { ownPlace, withInstallation } from '../shared/own-installation.ts';
import { refuseInside } from '../shared/refuse-inside.ts';

export const backup = defineCommand({
  name: 'backup',
  arguments: '<folder>',
  summary: 'takes a backup while the server runs; files that are already in the folder are not copied again',
  options: {},
  async run({ args, output, now }) {
    const folder = oneFolder('backup', args);
    await refuseInside(folder, ownPlace().dataFolder);
    const done = await withInstallation({ now }, (installation) => backUp({ installation, now, output }, folder));
    output.result(done, () =>
      [
        `Backup ${done.name}: ${counted(done.blobs, 'blob')}, ${sizeText(done.bytes)}, of which ${done.copied} ${done.copied === 1 ? 'is' : 'are'} new (${sizeText(done.copiedBytes)}).`,
        ...(done.missing.length > 0
          ? [
              `${counted(done.missing.length, 'blob is', 'blobs are')} missing or damaged: \`keepsake doctor --deep\` names the files.`,
            ]
          : []),
      ].join('\n'),
    );
    return done.missing.length === 0 ? exitCodes.ok : exitCodes.troubleFound;
  },
});
