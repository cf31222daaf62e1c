import type { CompiledQuery, Driver, QueryResult } from 'kysely';
import { type Report, reportToStderr } from '#server/workers/restarts.ts';
import { createBatchedThread } from './batched-thread.ts';
import { readingDriver } from './reading-driver.ts';

/**
 * One connection for statements that read, and take long: they block neither the event loop nor those that write. Throws
 * WorkerUnavailable for what runs when its thread ends.
 */
export function sqliteSearcher(file: string, waitMs: number, report: Report = reportToStderr): Driver {
  const thread = createBatchedThread({ file, isReading: true }, report);
  return readingDriver({
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows } = await thread.run({ sql, parameters, waitMs, within: false });
      return { rows: rows as Row[] };
    },
    destroy: thread.close,
  });
}
