import { sql } from 'kysely';
import { lastSeenSeconds } from '#contract/limits.ts';
import type { Database } from '#server/database/open.ts';
import type { Report } from '#server/workers/restarts.ts';

/** How long a use waits for others, so that many are written together, in milliseconds. */
const gatherMs = 2000;
/** Sessions that wait to be written, and app passwords; what is beyond is noted at a later use. */
const maxWaiting = 10_000;
/** Sessions or app passwords in one statement. */
const groupSize = 500;

/** Sessions that an older version began count as used now. */
export async function carryOverSessions(db: Database, now: number): Promise<void> {
  await sql`update session set "lastSeenAt" = ${now} where "lastSeenAt" is null`.execute(db);
}

/** A session in use, as it was read. */
type UsedSession = { account: string; sessionId: string; lastSeenAt: number };

export type LastSeen = ReturnType<typeof createLastSeen>;

/**
 * Writes when sessions, people and app passwords were seen last: sessions at most every `lastSeenSeconds`, many together, and never
 * while a request waits for it. So whoever only reads is served while the database takes no writes.
 */
export function createLastSeen({ db, now, report }: { db: Database; now: () => number; report: Report }) {
  const waiting = new Map<string, string>();
  const waitingPrograms = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  return {
    /** Notes that a session is used now. */
    note({ account, sessionId, lastSeenAt }: UsedSession): void {
      if (now() - lastSeenAt < lastSeenSeconds * 1000 || waiting.size >= maxWaiting) return;
      waiting.set(sessionId, account);
      beginSoon();
    },

    /** Notes that an app password is used now. */
    noteProgram(appPasswordId: string): void {
      if (waitingPrograms.size >= maxWaiting) return;
      waitingPrograms.add(appPasswordId);
      beginSoon();
    },

    /** Writes what waits. */
    async close(): Promise<void> {
      begin();
      await writing;
    },
  };

  function beginSoon(): void {
    timer ??= setTimeout(begin, gatherMs).unref();
  }

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    const [used, programs] = [[...waiting], [...waitingPrograms].toSorted()];
    waiting.clear();
    waitingPrograms.clear();
    // Those that are not written are noted again when they are used.
    writing = writing
      .then(() => write(used, programs))
      .catch((error: unknown) => report('Could not note who was here', error));
  }

  async function write(
    used: readonly [session: string, account: string][],
    programs: readonly string[],
  ): Promise<void> {
    const at = now();
    for (let from = 0; from < programs.length; from += groupSize) {
      const group = programs.slice(from, from + groupSize);
      await db.updateTable('app_passwords').set({ last_used_at: at }).where('id', 'in', group).execute();
    }
    for (let from = 0; from < used.length; from += groupSize) {
      const group = used.slice(from, from + groupSize);
      const sessions = group.map(([session]) => session).toSorted();
      const accounts = [...new Set(group.map(([, account]) => account))].toSorted();
      await db.transaction().execute(async (trx) => {
        // In the order in which a log-in and an end of access lock them, or two would wait for each other.
        await trx.updateTable('people').set({ last_seen_at: at }).where('account', 'in', accounts).execute();
        await sql`update session set "lastSeenAt" = ${at} where id in (${sql.join(sessions)})`.execute(trx);
      });
    }
  }
}
