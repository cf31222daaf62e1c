import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#server/database/open.ts';
import { databaseProblem } from '#server/database/problems.ts';
import type { Tables } from '#server/database/tables.ts';

/** The most events in one transaction. */
const groupSize = 64;
/** Events that may wait: beyond it, new ones are only in the log. */
const maxWaiting = 10_000;
/** Until it is tried again when the database takes no events, in milliseconds. */
const retryMs = 1000;

type Deps<Event, Recorded> = {
  db: Database;
  /** Returns what `recorded` is called with, if there is anything to do after the transaction. */
  record: (event: Event, trx: Kysely<Tables>) => Promise<Recorded | undefined>;
  recorded: (event: Recorded) => Promise<void>;
  log: Logger;
};

/**
 * Records events that nobody waits for, in their order, many in one transaction, so that a flood of them has one place among those
 * that write. While the database takes none, they wait.
 */
export function createEventQueue<Event, Recorded>({ db, record, recorded, log }: Deps<Event, Recorded>) {
  let waiting: Event[] = [];
  let running: Promise<void> | undefined;
  const closing = new AbortController();

  return {
    add(event: Event): void {
      if (waiting.length >= maxWaiting) return lost(new Error('Too many events wait'), [event]);
      waiting.push(event);
      run();
    },

    /** Tells the log of events that cannot be recorded. */
    lost,

    /** Resolves when those that were added are recorded, or cannot be. */
    async close(): Promise<void> {
      closing.abort();
      while (running !== undefined) await running;
    },
  };

  function run(): void {
    running ??= recordAll().finally(() => {
      running = undefined;
      // One may have been added after the last look.
      if (waiting.length > 0) run();
    });
  }

  async function recordAll(): Promise<void> {
    let size = groupSize;
    while (waiting.length > 0) {
      const group = waiting.slice(0, size);
      // An attempt that fails during `close` is followed by one more: what it met may have passed.
      const isLastAttempt = closing.signal.aborted;
      try {
        const toTell = await db.transaction().execute(async (trx) => {
          const results = [];
          for (const event of group) results.push(await record(event, trx));
          return results.filter((result) => result !== undefined);
        });
        waiting = waiting.slice(group.length);
        size = groupSize;
        for (const result of toTell) await recorded(result);
      } catch (error) {
        if (databaseProblem(error) !== undefined) {
          if (isLastAttempt) return lost(error, waiting.splice(0));
          await pause(retryMs, undefined, { signal: closing.signal }).catch(() => {});
        } else if (size > 1) size = 1;
        else {
          // It fails by itself, and holds up no other.
          lost(error, group);
          waiting = waiting.slice(1);
        }
      }
    }
  }

  function lost(error: unknown, events: readonly Event[]): void {
    for (const event of events) log.error({ err: error, event }, 'What happened with an account could not be recorded');
  }
}
