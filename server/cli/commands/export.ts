import { exitCodes } from '#contract/command-line.ts';
import { printable } from '#contract/names/printable.ts';
import { counted, sizeText } from '#contract/texts/amounts.ts';
import { recordAccountEvent } from '#server/accounts/events/record-account-event.ts';
import { openDatabase } from '#server/database/open.ts';
import { databaseOf } from '#server/installation/installation.ts';
import type { ReadInstallation } from '#server/installation/read-installation.ts';
import { exportTree } from '#server/maintenance/export/export-tree.ts';
import { defineCommand, oneFolder } from '../shared/define-command.ts';
import { ownPlace, withInstallation } from '../shared/own-installation.ts';
import { refuseInside } from '../shared/refuse-inside.ts';

export const exportFiles = defineCommand({
  name: 'export',
  arguments: '<folder>',
  summary:
    "writes a person's folders and files with their dates, and SHA256SUMS, into an empty folder; resumes when it was interrupted",
  options: {
    email: { value: '<address>', summary: 'whose files, if there are several accounts' },
    versions: { summary: 'also exports earlier versions, to the folder "Earlier versions"' },
    portable: { summary: 'changes names that Windows does not accept' },
  },
  async run({ args, values: { email, portable: isPortable = false, versions: hasVersions = false }, output, now }) {
    const folder = oneFolder('export', args);
    await refuseInside(folder, ownPlace().dataFolder);
    const done = await withInstallation({ now }, (installation) =>
      exportTree({ installation, output, onBegin: recordIn(installation) }, folder, { email, isPortable, hasVersions }),
    );
    output.result(done, () =>
      [
        `${counted(done.files, 'file')} in ${counted(done.folders, 'folder')}, ${sizeText(done.bytes)}. \`sha256sum -c SHA256SUMS\` compares them.`,
        ...done.renamed.map(({ name, path }) => printable(`Renamed: ${name} is ${path}`)),
        ...done.others.map((path) => printable(`Moved or removed since the export began: ${path}`)),
        ...(done.damaged.length > 0
          ? [`${counted(done.damaged.length, 'file is', 'files are')} missing or damaged.`]
          : []),
      ].join('\n'),
    );
    return done.damaged.length === 0 ? exitCodes.ok : exitCodes.troubleFound;

    /** The person sees it on the profile page. What cannot be written to is exported all the same, and it is said. */
    function recordIn({ place, database: { schema } }: ReadInstallation) {
      return async (account: string) => {
        try {
          // Opening an older one would update it.
          if (schema.state !== 'current') throw new Error('The database is of a different version');
          const { db, close } = await openDatabase(databaseOf(place));
          await recordAccountEvent(db, { account, kind: 'export', at: now() }).finally(close);
        } catch {
          output.complain(
            'The database cannot be written to, so the account activity of this person does not show the export.',
          );
        }
      };
    }
  },
});
