import type { BetterAuthOptions } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';

/** What the tables of the authentication service depend on. */
export const tableOptions = {
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: true, storage: 'database' },
} satisfies BetterAuthOptions;

/** Makes the tables of the authentication service, or brings them up to date. */
export async function makeAuthTables(database: NonNullable<BetterAuthOptions['database']>): Promise<void> {
  // It warns of number types that hold every number there is; what fails throws.
  await (await getMigrations({ ...tableOptions, database, logger: { disabled: true } })).runMigrations();
}
