import { createHash } from 'node:crypto';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Migration as KyselyMigration } from 'kysely/migration';

type Migration = Pick<KyselyMigration, 'up'>;

type Engine = 'sqlite' | 'postgres';

/** Reading changes nothing, and how the engine's catalogue is read is not the migration's own. */
const reads = /^\s*(select|with)\b(?!.*\b(insert|update|delete)\b)/is;

/**
 * The SHA-256, hexadecimal, of the statements with which a migration changes an empty database of that engine. Comments and
 * the form of its code do not matter; what it does with the rows that it finds is not covered (decision 42).
 */
export async function checksumOf({ up }: Migration, engine: Engine): Promise<string> {
  const hash = createHash('sha256');
  const db = new Kysely<unknown>({
    dialect: { ...dialects[engine], createDriver: () => new DummyDriver() },
    log({ query }) {
      if (!reads.test(query.sql)) hash.update(`${query.sql};\n`);
    },
  });
  await up(db);
  await db.destroy();
  return hash.digest('hex');
}

const dialects = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  },
};
