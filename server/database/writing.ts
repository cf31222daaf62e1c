import { type Kysely, sql, type Transaction } from 'kysely';
import { isOnServer, longTransaction } from './long-transaction.ts';
import { databaseProblem } from './problems.ts';
import type { Tables } from './tables.ts';

/** How long to try to get the lock while others write, in milliseconds. */
const lockTimeoutMs = 60_000;
const message = 'This installation was migrated';
/** Databases that were migrated away by an earlier version have triggers with this name too. */
const triggerPrefix = 'moved_';
const events = ['insert', 'update', 'delete'] as const;

/**
 * Runs the work in a transaction during which nobody else writes to these tables, on any node: others wait, and fail after
 * their usual timeout. Reading continues. However this process ends, everybody may write again.
 */
export async function whileNobodyWrites<Result>(
  db: Kysely<Tables>,
  tables: readonly string[],
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const until = performance.now() + lockTimeoutMs;
  for (;;) {
    let isBegun = false;
    try {
      return await longTransaction(db, async (trx) => {
        // In a file there is one writing transaction at a time anyway; its first statement waits for that.
        const taking = isOnServer(trx)
          ? sql`lock table ${sql.join(lockOrder(tables))} in exclusive mode`
          : sql`select 1`;
        await taking.execute(trx);
        isBegun = true;
        return await work(trx);
      });
    } catch (error) {
      if (isBegun || databaseProblem(error) !== 'locked' || performance.now() > until) throw error;
    }
  }
}

/** From its commit on these tables reject every write, as if the disk were read-only. */
export async function refuseWrites(trx: Transaction<Tables>, tables: readonly string[]): Promise<void> {
  if (isOnServer(trx)) {
    await sql`
      create or replace function ${sql.ref(`${triggerPrefix}away`)}() returns trigger language plpgsql
      as ${sql.lit(`begin raise exception '${message}' using errcode = 'read_only_sql_transaction'; end`)}
    `.execute(trx);
  }
  for (const table of tables) {
    for (const event of events) {
      const head = sql`create trigger ${sql.ref(nameOf(table, event))} before ${sql.raw(event)} on ${sql.table(table)}`;
      const body = isOnServer(trx)
        ? sql`for each statement execute function ${sql.ref(`${triggerPrefix}away`)}()`
        : sql`begin select raise(abort, ${sql.lit(message)}); end`;
      await sql`${head} ${body}`.execute(trx);
    }
  }
}

/** Undoes `refuseWrites`. */
export async function allowWrites(trx: Transaction<Tables>, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    for (const event of events) {
      const where = isOnServer(trx) ? sql`on ${sql.table(table)}` : sql``;
      await sql`drop trigger if exists ${sql.ref(nameOf(table, event))} ${where}`.execute(trx);
    }
  }
  if (isOnServer(trx)) await sql`drop function if exists ${sql.ref(`${triggerPrefix}away`)}()`.execute(trx);
}

/** Does work on an installation that was migrated away and rejects writes; afterwards it rejects them again. */
export async function whileWritable<Result>(db: Kysely<Tables>, work: () => Promise<Result>): Promise<Result> {
  const tables = await refusingTables(db);
  if (tables.length === 0) return await work();
  await db.transaction().execute((trx) => allowWrites(trx, tables));
  try {
    return await work();
  } finally {
    await db.transaction().execute((trx) => refuseWrites(trx, tables));
  }
}

async function refusingTables(db: Kysely<Tables>): Promise<string[]> {
  const triggers = isOnServer(db)
    ? sql<{
        name: string;
      }>`select tgrelid::regclass::text as name from pg_trigger where tgname like ${`${triggerPrefix}%`}`
    : sql<{
        name: string;
      }>`select tbl_name as name from sqlite_master where type = 'trigger' and name like ${`${triggerPrefix}%`}`;
  const { rows } = await triggers.execute(db);
  // PostgreSQL quotes the name of a reserved word.
  return [...new Set(rows.map(({ name }) => name.replaceAll('"', '')))];
}

function nameOf(table: string, event: (typeof events)[number]): string {
  return `${triggerPrefix}${table}_${event}`;
}

/** What writers take first comes first, so that they wait there, and hold nothing that is waited for here. */
function lockOrder(tables: readonly string[]) {
  return ['accounts', ...tables.filter((name) => name !== 'accounts')].map((name) => sql.table(name));
}
