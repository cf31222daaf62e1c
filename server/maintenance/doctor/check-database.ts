import type { ReadDatabase } from '#server/database/read.ts';
import { checkRows } from './check-rows.ts';
import { checkSearch } from './check-search.ts';
import { checkSums } from './check-sums.ts';
import type { Finding } from './finding.ts';

/** What the doctor finds in a database that nobody uses, without looking at the bytes of files. */
export async function* checkDatabase(database: ReadDatabase, now: number): AsyncIterable<Finding> {
  for (const what of await database.findFaults()) yield { kind: 'database', subject: 'keepsake.db', what };
  yield* checkRows(database.db, now);
  yield* checkSums(database.db);
  yield* checkSearch(database.db);
}
