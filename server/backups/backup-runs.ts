import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { BackupRunRow } from '#server/database/tables/installation-rows.ts';
import type { Tables } from '#server/database/tables.ts';

type Deps = { db: Kysely<Tables>; now: () => number };
export type Ended = Pick<BackupRunRow, 'state' | 'files' | 'bytes' | 'error'>;

const dayMs = 24 * 60 * 60 * 1000;
/** How long runs are remembered: longer than the oldest backup is kept, and those that came to nothing for two weeks. */
const rememberedMs = 400 * dayMs;
const rememberedFailureMs = 14 * dayMs;
/** What the next step is decided from. */
const recentMs = 3 * dayMs;
const maxRecent = 500;
/** A backup that was taken; of one that is damaged, the files that are missing were missing where they are stored. */
export const takenStates = ['done', 'damaged'] as const;
export const stepKinds = ['backup', 'verification', 'thinning', 'trial-restore'] as const;

/** The runs in the database. */
export function createBackupRuns({ db, now }: Deps) {
  return {
    /** Notes that a run begins, and returns its id. Forgets old ones. */
    async begin({ kind, day }: Pick<BackupRunRow, 'kind' | 'day'>): Promise<string> {
      await forget();
      const id = randomUUID();
      await db
        .insertInto('backup_runs')
        .values({ ...none, id, kind, day, state: 'running', begun_at: now() })
        .execute();
      return id;
    },
    async end(id: string, ended: Ended): Promise<void> {
      await db
        .updateTable('backup_runs')
        .set({ ...ended, ended_at: now() })
        .where('id', '=', id)
        .execute();
    },
    /** For a run that could not begin. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('backup_runs').where('id', '=', id).execute();
    },
    /** What still seems to run although nobody does anything. */
    async endAbandoned(): Promise<void> {
      await db
        .updateTable('backup_runs')
        .set({ state: 'interrupted', ended_at: now(), error: 'The server ended meanwhile.' })
        .where('state', '=', 'running')
        .execute();
    },
    /** Those of the last days, and the last of each kind that ended well, the newest first. */
    async recent(): Promise<BackupRunRow[]> {
      const latest = await db
        .selectFrom('backup_runs')
        .selectAll()
        .where('begun_at', '>', now() - recentMs)
        .orderBy('begun_at', 'desc')
        .limit(maxRecent)
        .execute();
      const known = new Set(latest.map(({ id }) => id));
      const good = await Promise.all(stepKinds.map((kind) => lastRun({ db, now }, kind, takenStates)));
      const done = await Promise.all(stepKinds.map((kind) => lastRun({ db, now }, kind, ['done'])));
      for (const run of [...good, ...done]) {
        if (run === undefined || known.has(run.id)) continue;
        known.add(run.id);
        latest.push(run);
      }
      return latest.toSorted((one, other) => other.begun_at - one.begun_at);
    },
  };

  async function forget(): Promise<void> {
    await db
      .deleteFrom('backup_runs')
      .where((eb) =>
        eb.or([
          eb('begun_at', '<', now() - rememberedMs),
          eb.and([eb('begun_at', '<', now() - rememberedFailureMs), eb('state', 'in', ['failed', 'interrupted'])]),
        ]),
      )
      .execute();
  }
}

const none = { ended_at: null, files: null, bytes: null, error: null };

/** The newest run of a kind that is in one of the states; none of a clock that was ahead. */
export async function lastRun(
  { db, now }: Deps,
  kind: BackupRunRow['kind'],
  states: readonly BackupRunRow['state'][],
): Promise<BackupRunRow | undefined> {
  return await db
    .selectFrom('backup_runs')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', 'in', states)
    .where('begun_at', '<=', now())
    .orderBy('begun_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When the oldest run that is remembered began. */
export async function firstRunAt(db: Kysely<Tables>): Promise<number | undefined> {
  const first = await db.selectFrom('backup_runs').select('begun_at').orderBy('begun_at').limit(1).executeTakeFirst();
  return first?.begun_at;
}
