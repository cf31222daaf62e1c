import { exitCodes } from '#contract/command-line.ts';
import { longTransaction } from '#server/database/long-transaction.ts';
import { openDatabase } from '#server/database/open.ts';
import { databaseOf } from '#server/installation/installation.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { emptySearch } from '#server/maintenance/tables.ts';
import { defineCommand } from '../shared/define-command.ts';
import { ownPlace, whileStopped, withInstallation } from '../shared/own-installation.ts';

export const searchIndex = defineCommand({
  name: 'search-index',
  arguments: 'rebuild',
  summary:
    'empties the index of names; the server fills it again as it runs, and finds everything once it is done. The server has to be stopped, unless the database is on a server of its own',
  options: {},
  async run({ args, output, now }) {
    if (args.join(' ') !== 'rebuild') throw new OperatorError('search-index takes one word: rebuild.', exitCodes.usage);
    const place = ownPlace();
    // Throws when there is no installation.
    await withInstallation({ now }, async () => {});
    const clear = async () => {
      const { db, close } = await openDatabase(databaseOf(place));
      await longTransaction(db, (trx) => emptySearch(trx)).finally(close);
    };
    await (place.databaseUrl === undefined ? whileStopped(place, clear) : clear());
    output.result({ cleared: true }, () => 'The index of names is empty. The server fills it as it runs.');
    return exitCodes.ok;
  },
});
