import { existsSync } from 'node:fs';
import { type Dialect, Kysely, sql, type Transaction } from 'kysely';
import { readSchema, type Schema } from './migrate.ts';
import type { DatabaseSettings } from './open.ts';
import { readOnlySqlite } from './sqlite/sqlite.ts';
import type { Tables } from './tables.ts';

/** A database opened so that nothing in it can be changed; a server may use it meanwhile. */
export type ReadDatabase = {
  db: Kysely<Tables>;
  schema: Schema;
  /** Runs `work` in one transaction that sees the database as it is now, however long it takes. */
  snapshot<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** What the engine's own check finds wrong with its file; empty where it has no such check. */
  findFaults(): Promise<string[]>;
  close(): Promise<void>;
};

/** Undefined when there is no database yet. Throws when it cannot be reached. */
export async function readDatabase(settings: DatabaseSettings): Promise<ReadDatabase | undefined> {
  if (settings.url === undefined && !existsSync(settings.file)) return undefined;
  const isFile = settings.url === undefined;
  const db = new Kysely<Tables>({ dialect: await dialectOf(settings) });
  try {
    return {
      db,
      schema: await readSchema(db),
      snapshot: (work) =>
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute(async (trx) => {
            // The view of the database begins with the first thing that is read.
            await trx.selectFrom('installation').select('id').execute();
            return await work(trx);
          }),
      findFaults: () => (isFile ? integrityCheck(db) : Promise.resolve([])),
      close: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function dialectOf({ url, file }: DatabaseSettings): Promise<Dialect> {
  if (url === undefined) return readOnlySqlite(file);
  const { readOnlyPostgres } = await import('./postgres/postgres.ts');
  return readOnlyPostgres(url);
}

async function integrityCheck(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}
