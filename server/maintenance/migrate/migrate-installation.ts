import { readFile } from 'node:fs/promises';
import type { Transaction } from 'kysely';
import { counted } from '#contract/texts/amounts.ts';
import { writeDurably } from '#server/blobs/disk/durable-files.ts';
import { longTransaction } from '#server/database/long-transaction.ts';
import type { InstallationMigrationRow } from '#server/database/tables/installation-rows.ts';
import type { Tables } from '#server/database/tables.ts';
import { refuseWrites, whileNobodyWrites } from '#server/database/writing.ts';
import { guardedTables } from '../declared-tables.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { type CopiedBlobs, copyBlobs, forgetLost } from './copy-blobs.ts';
import type { Endpoint } from './endpoint.ts';
import { migrateRows } from './migrate-rows.ts';
import { findGone, refuseGone } from './migration-record.ts';

type Deps = { source: Endpoint; target: Endpoint; now: () => number; output: Output };

/** What was copied, and how long nobody could write at the end. */
export type Migrated = {
  blobs: number;
  bytes: number;
  /** Blobs that were copied while nobody could write. */
  lastBlobs: number;
  /** By table. */
  rows: Record<string, number>;
  stoppedMs: number;
  missing: string[];
};

/** When all blobs were gone through in this time, few are new at the end. */
const shortPassMs = 1000;
/** Where blobs are added faster than they can be copied, only stopping the writers ends it. */
const maxPasses = 10;

/**
 * Migrates an installation while it is used. Blobs are copied in passes until few are new; then nobody writes while the
 * last ones and all rows are copied and compared. From then on the source refuses every write, and the target may be
 * started. Nothing is removed. It may be killed at any moment and run again: until the source refuses writes it is the
 * installation, and the target cannot be started. Throws OperatorError.
 */
export async function migrateInstallation(
  deps: Deps,
  migration: InstallationMigrationRow,
  { isIncompleteAllowed }: { isIncompleteAllowed: boolean },
): Promise<Migrated> {
  const { source, target, output } = deps;
  const migrated: Migrated = { blobs: 0, bytes: 0, lastBlobs: 0, rows: {}, stoppedMs: 0, missing: [] };
  if ((await findGone(source.db)) === undefined) {
    await forgetLost(target);
    for (let pass = 1; pass <= maxPasses; pass += 1) {
      const began = performance.now();
      const copied = await copyBlobs(deps);
      count(copied);
      if (copied.blobs > 0 && performance.now() - began >= shortPassMs && pass < maxPasses) continue;
      refuseFaults(copied);
      break;
    }
    let stoppedAt = 0;
    const tables = await guardedTables(source.db);
    await whileNobodyWrites(source.db, tables, async (trx) => {
      stoppedAt = performance.now();
      await finishSource(trx);
      await refuseWrites(trx, tables);
    });
    migrated.stoppedMs = Math.round(performance.now() - stoppedAt);
  }
  await finishTarget(deps, migration);
  return migrated;

  async function finishSource(trx: Transaction<Tables>): Promise<void> {
    await refuseGone(trx);
    const last = await copyBlobs(deps, trx);
    count(last);
    refuseFaults(last);
    migrated.lastBlobs = last.blobs;
    migrated.missing = [...last.faults.keys()].toSorted();
    migrated.rows = await longTransaction(target.db, (targetTrx) =>
      migrateRows(trx, targetTrx, { lost: new Set(migrated.missing), now: deps.now() }),
    );
    await trx
      .insertInto('installation_migrations')
      .values({ ...migration, state: 'gone', place: target.name, at: deps.now() })
      .execute();
  }

  function refuseFaults({ faults }: CopiedBlobs): void {
    if (isIncompleteAllowed || faults.size === 0) return;
    for (const [id, problem] of faults) output.complain(`Blob ${id} cannot be copied. ${problem}.`);
    throw new OperatorError(
      `${counted(faults.size, 'blob is', 'blobs are')} missing or damaged, and \`keepsake doctor --deep\` names the files: restore them, or run the command again with --incomplete, which leaves those files damaged.`,
    );
  }

  function count({ blobs, bytes }: CopiedBlobs): void {
    migrated.blobs += blobs;
    migrated.bytes += bytes;
  }
}

/** The last step: the target becomes an installation. */
async function finishTarget({ source, target }: Deps, migration: InstallationMigrationRow): Promise<void> {
  const secret = await secretOf(source);
  if (target.secretFile !== undefined && secret !== null) await writeDurably(target.secretFile, `${secret}\n`);
  await target.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('installation')
      .values({ id: migration.id, secret: target.secretFile === undefined ? secret : null })
      .execute();
    await trx.deleteFrom('installation_migrations').where('id', '=', migration.id).execute();
  });
}

/** The key of the sessions, so that people stay logged in; null when there is none. */
async function secretOf({ db, secretFile }: Endpoint): Promise<string | null> {
  if (secretFile !== undefined) return (await readFile(secretFile, 'utf8')).trim();
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow();
  return secret;
}
