import { queryEach } from '../database/query.ts';
import type { Installation } from '../server/operator.ts';
import { tableNames } from './older-installation.ts';

/** The rows of each table. */
export type Rows = Record<string, Record<string, unknown>[]>;

/** Tables that need no row in an older installation, and why. */
const excepted = {
  installation_migrations: 'with a row it does not start; see older-migrations.test.ts',
  moves: 'its name before step 006',
  session: 'see older-starts.test.ts',
  verification: 'filled only while a password is reset',
  search_accounts: 'filled by the server as it runs',
  search_names: 'filled by the server as it runs',
  search_words: 'filled by the server as it runs',
  server_days: 'filled by the server as it runs',
  nodes: 'filled by the server as it runs',
};

/** All rows of an installation, whatever its version, but those of the tables above. */
export async function rowsOf(installation: Installation): Promise<Rows> {
  const tables = (await tableNames(installation)).filter((name) => !Object.hasOwn(excepted, name));
  const all = await queryEach(
    installation,
    tables.map((table) => `select * from "${table}" order by 1`),
  );
  const rows: Rows = Object.fromEntries(tables.map((table, i) => [table, all[i] ?? []]));
  // A server takes its own.
  if (rows['leases'] !== undefined) rows['leases'] = rows['leases'].filter(({ name }) => name === 'older');
  // Step 022 adds that of Trash.
  if (rows['folder_contents'] !== undefined)
    rows['folder_contents'] = rows['folder_contents'].filter(({ folder_id: id }) => id !== 'trash');
  return rows;
}

/** Columns that a later step moved to another table, or did without. */
const movedAway = ['previews.account', 'previews.tries', 'blob_sums.sha256s', 'hand_overs.tried_at'];

/** What the server finds out of old blobs by itself, soon after its start, and what it compares and orders names by. */
const derived = ['ran_at', 'sha256', 'md5', 'verified_at', 'verified_to', 'name_key', 'sort_name'];

/** Only the tables and columns that `wanted` has, and none that a server fills by itself. */
export function narrowed(rows: Rows, wanted: Rows): Rows {
  return Object.fromEntries(
    Object.keys(wanted).map((table) => [
      table,
      (rows[table] ?? []).map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(
            ([column]) =>
              Object.hasOwn(wanted[table]?.[0] ?? {}, column) &&
              !derived.includes(column) &&
              !movedAway.includes(`${table}.${column}`),
          ),
        ),
      ),
    ]),
  );
}
