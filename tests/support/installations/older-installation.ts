import * as fs from 'node:fs/promises';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { dirname, join } from 'node:path';
import { getMigrations } from 'better-auth/db/migration';
import SqliteDatabase from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { blobFile } from '../database/blob-of.ts';
import { query } from '../database/query.ts';
import { bytes } from '../fixtures/bytes.ts';
import { projectFolder } from '../fixtures/project-copy.ts';
import type { Installation } from '../server/operator.ts';
import { olderBlob, olderBytes, olderRows, olderUpload } from './older-rows.ts';

const migrationFolder = join(projectFolder, 'server/database/migrations');

/** The steps of the database that were made before the newest. */
export async function olderSteps(): Promise<string[]> {
  const names = (await readdir(migrationFolder)).map((name) => name.replace(/\.ts$/, '')).toSorted();
  return names.slice(0, -1);
}

/** Makes an installation as the version that knew the steps up to this one left it, with rows in every table. */
export async function makeOlder(installation: Installation, step: string): Promise<void> {
  await makeOlderTables(installation, step);
  await makeAuthTables(installation);
  const statements = olderRows(Date.now(), installation.databaseUrl === undefined ? 'sqlite' : 'postgres');
  const ofThen = statements.filter(([since, , until = '999']) => step >= since && step < until);
  await query(installation, ...ofThen.map(([, statement]) => statement));

  const { dataFolder } = installation;
  await writeFile(join(dataFolder, 'secret'), `${'s'.repeat(43)}\n`, { mode: 0o600 });
  for (const [id, content] of [[olderBlob, olderBytes] as const, [olderUpload, bytes(10)] as const]) {
    await mkdir(dirname(blobFile(dataFolder, id)), { recursive: true });
    await writeFile(blobFile(dataFolder, id), content);
  }
  await writeFile(join(dataFolder, 'blobs', '.installation'), 'older\n');
}

/** Makes the empty tables of the version that knew the steps up to this one. */
export async function makeOlderTables(installation: Installation, step: string): Promise<void> {
  const db = openOlder(installation);
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  const { error } = await new Migrator({ db, provider }).migrateTo(step);
  await db.destroy();
  if (error !== undefined) throw error;
}

/** Makes the empty tables of the authentication service. */
async function makeAuthTables(installation: Installation): Promise<void> {
  const db = openOlder(installation);
  const type = installation.databaseUrl === undefined ? 'sqlite' : 'postgres';
  const emailAndPassword = { enabled: true };
  const { runMigrations } = await getMigrations({
    database: { db, type },
    emailAndPassword,
    logger: { disabled: true },
  });
  await runMigrations();
  await db.destroy();
}

function openOlder({ dataFolder, databaseUrl }: Installation): Kysely<unknown> {
  return new Kysely({
    dialect:
      databaseUrl === undefined
        ? new SqliteDialect({ database: openUnsynced(join(dataFolder, 'keepsake.db')) })
        : new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }),
  });
}

/** Each statement of a step is a commit, and most of its time its sync, which what is made here does not need. */
function openUnsynced(file: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(file);
  database.pragma('synchronous = off');
  return database;
}

/** Notes that the installation was migrated away, and refuses every write to it, as the version before step 006 did. */
export async function migrateAway(installation: Installation): Promise<void> {
  const isSqlite = installation.databaseUrl === undefined;
  await query(installation, `insert into moves values ('new', 'older', 'gone', 's3://new-home', 12)`);
  const tables = await tableNames(installation);
  const error = 'This installation was moved';
  if (!isSqlite)
    await query(
      installation,
      `create function moved_away() returns trigger language plpgsql as 'begin raise exception ''${error}'' using errcode = ''read_only_sql_transaction''; end'`,
    );
  for (const name of tables.filter((table) => table !== 'moves'))
    for (const event of ['insert', 'update', 'delete'])
      await query(
        installation,
        `create trigger moved_${name}_${event} before ${event} on "${name}" ${
          isSqlite ? `begin select raise(abort, '${error}'); end` : 'for each statement execute function moved_away()'
        }`,
      );
}

/** The tables of an installation's database, without those of the engine, of the migrations and of the search index. */
export async function tableNames(installation: Installation): Promise<string[]> {
  const tables = await query(
    installation,
    installation.databaseUrl === undefined
      ? `select name from sqlite_master where type = 'table' and name not like 'kysely%' and name not like 'sqlite%' and name not like 'search_grams%'`
      : `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
  );
  return tables.map(({ name }) => String(name));
}
