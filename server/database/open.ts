import { Kysely, type KyselyConfig } from 'kysely';
import type { Report } from '#server/workers/restarts.ts';
import { createFailures } from './driver/failures.ts';
import { type Engine, splitDriver } from './driver/split-driver.ts';
import { migrate, readSchema } from './migrate.ts';
import type { postgresEngine as PostgresEngine } from './postgres/postgres.ts';
import { copyBefore } from './sqlite/copy-before.ts';
import { sqliteEngine } from './sqlite/sqlite.ts';
import { logTo, type OnStatement } from './statement-log.ts';
import type { Tables } from './tables.ts';
import { whileWritable } from './writing.ts';

/** The url of a PostgreSQL database, or the file of an SQLite one when there is none. */
export type DatabaseSettings = {
  url: string | undefined;
  file: string;
  onStatement?: OnStatement;
  /** To stderr unless given. */
  report?: Report;
  /**
   * How long a statement waits for the answer of PostgreSQL before its connection is given up, in milliseconds; 0 for ever, as
   * `longTransaction` needs it.
   */
  answerMs?: number;
};

export type Database = Kysely<Tables>;

/** An open database with all migrations applied. */
export type OpenDatabase = {
  db: Database;
  /** Reads the same database; what takes long there holds up no write. */
  searches: Database;
  /** Transactions that may write side by side. */
  writersAtOnce: number;
  /** What the authentication service needs to have its tables in the same database; a sign-up is one transaction. */
  forAuth: { db: Database; type: 'sqlite' | 'postgres'; transaction: true };
  /** Reads, and writes durably, without changing anything. For its errors see `databaseProblem`. */
  probe(): Promise<void>;
  /** Does the work and returns, beside its result, the errors of the database that it met. */
  watch: ReturnType<typeof createFailures>['watch'];
  close(): Promise<void>;
};

/** How long a write waits for a lock of another process or transaction before it fails. */
const lockWaitMs = 5000;

/**
 * Opens the database and brings it up to date, or up to one step; a database file whose tables change is copied before.
 * Throws when it cannot be reached or a migration fails, which leaves it as it was.
 */
export async function openDatabase(
  { url, file, onStatement, report, answerMs }: DatabaseSettings,
  lastStep?: string,
): Promise<OpenDatabase> {
  const failures = createFailures();
  const engine =
    url === undefined ? sqliteEngine(file, lockWaitMs, report) : await postgresOf(url, { lockWaitMs, answerMs });
  const log = onStatement && logTo(onStatement);
  const db = kyselyOn(engine, log, failures.note);
  const searches = new Kysely<Tables>({ dialect: { ...engine.dialect, createDriver: () => engine.searching }, log });
  try {
    if (url === undefined) await bringUpToDate(db, file, lastStep);
    else {
      // A step may take as long as it needs, and so may those of another program that are waited for.
      const patient = kyselyOn(
        await postgresOf(url, { lockWaitMs, answerMs: 0, statementMs: 0, report }),
        log,
        failures.note,
      );
      await bringUpToDate(patient, undefined, lastStep).finally(() => patient.destroy());
    }
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    searches,
    writersAtOnce: engine.writersAtOnce,
    forAuth: { db, type: url === undefined ? 'sqlite' : 'postgres', transaction: true },
    probe: () => probe(db),
    watch: failures.watch,
    close: async () => {
      await db.destroy();
      await searches.destroy();
    },
  };
}

/** Its driver is loaded by those who use it. */
async function postgresOf(...options: Parameters<typeof PostgresEngine>): Promise<Engine> {
  const { postgresEngine } = await import('./postgres/postgres.ts');
  return postgresEngine(...options);
}

function kyselyOn(engine: Engine, log: KyselyConfig['log'], onFailure: (error: unknown) => void): Database {
  const createDriver = () => splitDriver({ ...engine, onFailure });
  return new Kysely<Tables>({ dialect: { ...engine.dialect, createDriver }, log });
}

async function bringUpToDate(db: Database, file: string | undefined, lastStep: string | undefined): Promise<void> {
  const { state, applied, missing } = await readSchema(db);
  // As when a restore resumes: of what it was filling nobody wants a copy.
  if (lastStep !== undefined && applied.includes(lastStep)) return;
  if (file !== undefined && state === 'older' && missing[0] !== undefined) await copyBefore(file, missing[0]);
  if (state === 'older') await whileWritable(db, () => migrate(db, lastStep));
  else await migrate(db, lastStep);
}

async function probe(db: Database): Promise<void> {
  await db.selectFrom('installation').select('id').execute();
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('installation')
      .set((eb) => ({ id: eb.ref('id') }))
      .execute();
    // No account has this id, but a lock on all of them is noticed.
    await trx.updateTable('accounts').set({ revision: 0 }).where('user_id', '=', '').execute();
  });
}
