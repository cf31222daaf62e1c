import { type Kysely, type MigrationLockOptions, PostgresAdapter } from 'kysely';
import type { Report } from '#server/workers/restarts.ts';

/** Nodes that start together on a database that is up to date wait less for each other. */
const unsaidMs = 1000;

/** Says what a start waits for while another program migrates the database. */
export class WaitingAdapter extends PostgresAdapter {
  readonly #report: Report;

  constructor(report: Report) {
    super();
    this.#report = report;
  }

  override async acquireMigrationLock(db: Kysely<unknown>, options: MigrationLockOptions): Promise<void> {
    const timer = setTimeout(() => {
      const cause = new Error('it is brought to the schema of a new version, which may take minutes');
      this.#report('Waiting for another program to update the database', cause);
    }, unsaidMs);
    await super.acquireMigrationLock(db, options).finally(() => clearTimeout(timer));
  }
}
