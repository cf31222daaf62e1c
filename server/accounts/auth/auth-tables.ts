import type { BetterAuthOptions } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { isOnServer } from '#server/database/long-transaction.ts';
import type { OpenDatabase } from '#server/database/open.ts';
import { lockTransaction } from '#server/database/postgres/session-lock.ts';

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

/** Creates or migrates the tables of the authentication service. Of nodes that start together, one does so at a time. */
export async function migrateAuthTables({ db, type }: OpenDatabase['forAuth']): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The library compares what there is with what it needs, so that is done with the lock.
    if (isOnServer(trx)) await lockTransaction(trx, 'auth-tables');
    // Its warnings are about number types that are large enough; failures throw.
    const logger = { disabled: true };
    await (await getMigrations({ ...tableOptions, database: { db: trx, type }, logger })).runMigrations();
  });
}
