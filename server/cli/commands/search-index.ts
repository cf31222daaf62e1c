import { exitCodes } from '#contract/command-line.ts';
import { openDatabase } from '#server/database/open.ts';
import { databaseOf } from '#server/installation/installation.ts';
import { emptySearch } from '#server/maintenance/declared-tables.ts';
import { OperatorError } from '#server/maintenance/operator-error.ts';
import { defineCommand } from '../shared/define-command.ts';
import { ownPlace, requireCurrent, whileStopped } from '../shared/own-installation.ts';

export const searchIndex = defineCommand({
  name: 'search-index',
  arguments: 'rebuild',
  summary:
    'empties the search index; the server rebuilds it while it runs, and search is complete again afterwards. Stop the server first, unless the database is a server of its own',
  options: {},
  async run({ args, output, now }) {
    if (args.join(' ') !== 'rebuild') throw new OperatorError('search-index takes one word: rebuild.', exitCodes.usage);
    const place = ownPlace();
    await requireCurrent({ now });
    const clear = async () => {
      const { db, close } = await openDatabase(databaseOf(place));
      await emptySearch(db).finally(close);
    };
    await (place.databaseUrl === undefined ? whileStopped(place, clear) : clear());
    output.result({ cleared: true }, () => 'The search index is empty. The server rebuilds it while it runs.');
    return exitCodes.ok;
  },
});
