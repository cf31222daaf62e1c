import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery, Driver, QueryResult } from 'kysely';
import { createEventLoopYield } from '../driver/yield-to-event-loop.ts';
import { readingDriver } from './reading-driver.ts';
import { openFile, runStatement } from './sqlite-file.ts';
import { cacheStatements } from './statement-cache.ts';

/** How long statements may block the event loop. */
const maxBlockMs = 10;
const retryMs = 5;

/** One connection for statements that only read, which run at once, even while the writing one is in a transaction. */
export function sqliteReader(file: string, waitMs: number): Driver {
  const database = openFile(file);
  database.pragma('query_only = ON');
  // The engine's own wait for a lock would block the whole process.
  database.pragma('busy_timeout = 0');
  const statements = cacheStatements(database);
  const yieldToEventLoop = createEventLoopYield(maxBlockMs);

  return readingDriver({
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      await yieldToEventLoop();
      const until = performance.now() + waitMs;
      for (;;) {
        try {
          const { rows } = runStatement(statements.prepare(sql), parameters);
          return { rows: rows as Row[] };
        } catch (error) {
          if (!isBusy(error) || performance.now() > until) throw error;
        }
        await pause(retryMs);
      }
    },
    destroy: async () => void database.close(),
  });
}

/** Another process has locked the database exclusively, for instance to recover it after a crash. */
function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}
