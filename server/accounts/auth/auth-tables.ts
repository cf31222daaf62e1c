import type { BetterAuthOptions } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';

/** The options on which the tables of the authentication service depend. */
export const tableOptions = {
  emailAndPassword: { enabled: true },
  session: {
    additionalFields: {
      /** When the person was last found to be who they are, in milliseconds; see accounts/confirmation. */
      confirmedAt: { type: 'number', bigint: true, required: false, input: false },
      /** When it was used last, in milliseconds; see accounts/sessions. */
      lastSeenAt: { type: 'number', bigint: true, required: false, input: false },
    },
  },
} satisfies BetterAuthOptions;

/** Creates or migrates the tables of the authentication service. */
export async function migrateAuthTables(database: NonNullable<BetterAuthOptions['database']>): Promise<void> {
  // Its warnings are about number types that are large enough; failures throw.
  await (await getMigrations({ ...tableOptions, database, logger: { disabled: true } })).runMigrations();
}
