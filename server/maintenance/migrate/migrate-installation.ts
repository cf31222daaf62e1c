import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Kysely, Transaction } from 'kysely';
import { writeDurably } from '#server/blobs/disk/durable-files.ts';
import { longTransaction } from '#server/database/long-transaction.ts';
import type { Database } from '#server/database/open.ts';
import type { ReadDatabase } from '#server/database/read.ts';
import { hasRows, unknownTables } from '#server/database/rows.ts';
import type { MoveRow, Tables } from '#server/database/tables.ts';
import { allowWrites, refuseWrites, whileNobodyWrites } from '#server/database/writing.ts';
import { OperatorError } from '../operator-error.ts';
import type { Output } from '../output.ts';
import { type Copied, copyBlobs, forgetLost, type Place } from './copy-blobs.ts';
import { migrateRows } from './migrate-rows.ts';

/** A place where an installation is at home, or is to be. */
export type Installation = Place & {
  /** As an operator knows it; tells no secret. */
  name: string;
  /** The file with the key of the sessions; undefined where the database has it. */
  secretFile: string | undefined;
};

type Deps = { from: Installation; to: Installation; now: () => number; output: Output };

/** What was copied while everything went on, and how long nobody could write at the end. */
export type Migrated = {
  blobs: number;
  bytes: number;
  /** Blobs that were left for the end. */
  lastBlobs: number;
  /** By table. */
  rows: Record<string, number>;
  stoppedMs: number;
  missing: string[];
};

/** A look at all blobs that ends sooner leaves little for the end. */
const littleMs = 1000;
/** Where bytes come faster than they can be copied there is no end but to stop them. */
const maxLooks = 10;

/**
 * Finds out what a move into a database would be: the first, or one that was begun from here and goes on. Undefined for
 * the first. Throws Refusal when the place is taken, or this installation is not here any more.
 */
export async function findMigration(from: Kysely<Tables>, to: ReadDatabase | undefined): Promise<MoveRow | undefined> {
  const { id: fromId } = await from.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const there =
    to?.schema.state === 'current' ? await to.db.selectFrom('moves').selectAll().executeTakeFirst() : undefined;
  const isOurs = there?.state === 'coming' && there.from_id === fromId;
  const isLastStep = isOurs && (await findGone(from))?.id === there.id;
  if (!isLastStep) await refuseGone(from);
  if (isOurs) return there;
  if (to !== undefined && to.schema.state !== 'none' && (await hasRows(to.db)))
    throw new OperatorError('The database of the new place is not empty: name an empty one.');
  return undefined;
}

/** Notes in the empty database of the new place that an installation comes there, which gets another id. */
export async function beginMigration(from: Installation, to: Database, now: number): Promise<MoveRow> {
  const { id: from_id } = await from.db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const move: MoveRow = { id: randomUUID(), from_id, state: 'coming', place: from.name, at: now };
  await to.insertInto('moves').values(move).execute();
  return move;
}

/**
 * Moves an installation while it is used. Blobs are copied again and again until few are new; then nobody writes while the
 * last ones and all rows are copied and compared. From then on the old place refuses every write, and the new one may be
 * started. Nothing is removed. Safe to kill at any moment and to run again: until the old place refuses, it is the one that
 * counts, and the new one cannot be started before. Throws Refusal.
 */
export async function migrateInstallation(
  deps: Deps,
  move: MoveRow,
  { goesOn }: { goesOn: boolean },
): Promise<Migrated> {
  const { from, to, now, output } = deps;
  const moved: Migrated = { blobs: 0, bytes: 0, lastBlobs: 0, rows: {}, stoppedMs: 0, missing: [] };
  if ((await findGone(from.db)) === undefined) {
    const unknown = await unknownTables(from.db);
    if (unknown.length > 0)
      throw new OperatorError(`The database has tables that no move knows: ${unknown.join(', ')}.`);
    await forgetLost(to);
    count(await copyMost());
    let stoppedAt = 0;
    await whileNobodyWrites(from.db, async (old) => {
      stoppedAt = performance.now();
      await refuseGone(old);
      const last = await copyBlobs(deps, old);
      count(last);
      refuseFaults(last);
      moved.lastBlobs = last.blobs;
      moved.missing = [...last.faults.keys()].toSorted();
      moved.rows = await longTransaction(to.db, (there) =>
        migrateRows(old, there, { lost: new Set(moved.missing), now: now() }),
      );
      await old
        .insertInto('moves')
        .values({ ...move, state: 'gone', place: to.name, at: now() })
        .execute();
      await refuseWrites(old);
    });
    moved.stoppedMs = Math.round(performance.now() - stoppedAt);
  }
  await settle(deps, move);
  return moved;

  async function copyMost(): Promise<Copied> {
    const all: Copied = { blobs: 0, bytes: 0, faults: new Map() };
    for (let look = 1; look <= maxLooks; look += 1) {
      const began = performance.now();
      const { blobs, bytes, faults } = await copyBlobs(deps);
      all.blobs += blobs;
      all.bytes += bytes;
      all.faults = faults;
      if (blobs === 0 || performance.now() - began < littleMs) break;
    }
    refuseFaults(all);
    return all;
  }

  function refuseFaults({ faults }: Copied): void {
    if (goesOn || faults.size === 0) return;
    for (const [id, problem] of faults) output.complain(`Blob ${id} cannot be copied: ${problem}`);
    throw new OperatorError(
      `${faults.size} blobs are missing or damaged, see \`keepsake doctor\`: bring them back, or run it again with --incomplete, which leaves those files damaged.`,
    );
  }

  function count({ blobs, bytes }: Copied): void {
    moved.blobs += blobs;
    moved.bytes += bytes;
  }
}

/**
 * Takes a move back: writing goes on here, with what there was when it was moved. Returns where it had gone. Throws Refusal
 * when it was not moved.
 */
export async function undoMigration(from: Installation): Promise<string> {
  return await whileNobodyWrites(from.db, async (trx) => {
    const gone = await findGone(trx);
    if (gone === undefined)
      throw new OperatorError('This installation was not moved away: there is nothing to take back.');
    await allowWrites(trx);
    await trx.deleteFrom('moves').where('id', '=', gone.id).execute();
    return gone.place;
  });
}

/** The last step: what has come is an installation. */
async function settle({ from, to }: Deps, move: MoveRow): Promise<void> {
  const secret = await secretOf(from);
  if (to.secretFile !== undefined && secret !== null) await writeDurably(to.secretFile, `${secret}\n`);
  await to.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('installation')
      .values({ id: move.id, secret: to.secretFile === undefined ? secret : null })
      .execute();
    await trx.deleteFrom('moves').where('id', '=', move.id).execute();
  });
}

/** The key of the sessions, so that people stay logged in; null when none is kept. */
async function secretOf({ db, secretFile }: Installation): Promise<string | null> {
  if (secretFile !== undefined) return (await readFile(secretFile, 'utf8')).trim();
  const { secret } = await db.selectFrom('installation').select('secret').executeTakeFirstOrThrow();
  return secret;
}

async function refuseGone(db: Kysely<Tables>): Promise<void> {
  const gone = await findGone(db);
  if (gone !== undefined) throw new OperatorError(`This installation was moved to ${gone.place} already.`);
}

function findGone(db: Kysely<Tables> | Transaction<Tables>): Promise<MoveRow | undefined> {
  return db.selectFrom('moves').selectAll().where('state', '=', 'gone').executeTakeFirst();
}
