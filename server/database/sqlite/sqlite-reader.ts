import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseConnection, Driver } from 'kysely';
import { createEventLoopYield } from '../driver/yield-to-event-loop.ts';
import { openFile, runStatement } from './sqlite-file.ts';
import { cacheStatements } from './statement-cache.ts';

/** How long statements may run without anything else happening in this process. */
const maxStretchMs = 10;
const retryMs = 5;

/** One connection for statements that only read, which run at once, also beside a transaction of the writing one. */
export function sqliteReader(file: string, waitMs: number): Driver {
  const database = openFile(file);
  database.pragma('query_only = ON');
  // The engine would wait for a lock with the whole process.
  database.pragma('busy_timeout = 0');
  const statements = cacheStatements(database);
  const breathe = createEventLoopYield(maxStretchMs);

  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      await breathe();
      const until = performance.now() + waitMs;
      for (;;) {
        try {
          const { rows } = runStatement(statements.prepare(sql), parameters);
          return { rows: rows as never[] };
        } catch (error) {
          if (!isBusy(error) || performance.now() > until) throw error;
        }
        await pause(retryMs);
      }
    },
    streamQuery: refuse,
  };

  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => void database.close(),
  };
}

function refuse(): never {
  throw new Error('This connection is for single statements that read');
}

/** Another process has the database for itself, as one does that repairs it after a crash. */
function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}
