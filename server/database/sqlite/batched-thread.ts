import type { Report } from '#server/workers/restarts.ts';
import { createWorkerThread } from '#server/workers/worker-thread.ts';
import type { Outcome } from './sqlite-file.ts';
import type { StatementReply, StatementRequest, StatementResult, ThreadData } from './sqlite-thread.ts';

type Asked = { request: StatementRequest; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void };

/**
 * The thread of a connection. It runs statements in their order; those of one turn of the event loop are sent together, and
 * when one of a transaction fails those after it are not run.
 */
export function createBatchedThread(data: ThreadData, report: Report) {
  let toSend: Asked[] = [];
  /** The first was sent first. */
  const sent: Asked[][] = [];
  let inTransaction = false;
  let lastFailure: unknown;
  const thread = createWorkerThread<readonly StatementRequest[] | 'close', StatementReply>({
    module: new URL('./sqlite-thread.ts', import.meta.url),
    workerData: data,
    what: data.isReading ? 'The thread that searches the database' : 'The thread that writes the database',
    report,
    onMessage(reply) {
      if (!reply.results.every(isWhole)) return;
      inTransaction = reply.inTransaction;
      const asked = sent.shift() ?? [];
      for (const [i, result] of reply.results.entries()) {
        const one = asked[i];
        if (result.outcome !== undefined) one?.resolve(withBuffers(result.outcome));
        else one?.reject(errorOf(result.failure));
      }
    },
    // Its transaction is rolled back.
    onEnd(error) {
      inTransaction = false;
      lastFailure = error;
      for (const one of sent.splice(0).flat()) one.reject(error);
    },
  });

  return {
    inTransaction: () => inTransaction,

    /** Throws the error of the statement; if it was not run, that of the one because of which it was not. */
    run: (request: StatementRequest) =>
      new Promise<Outcome>((resolve, reject) => {
        if (toSend.length === 0) process.nextTick(send);
        toSend.push({ request, resolve, reject });
      }),

    close: () => thread.close('close'),
  };

  function send() {
    const asked = toSend;
    toSend = [];
    try {
      thread.post(asked.map(({ request }) => request));
      sent.push(asked);
    } catch (error) {
      for (const one of asked) one.reject(error);
    }
  }

  function errorOf(failure: NonNullable<StatementResult['failure']>): unknown {
    if (failure !== 'not-run') lastFailure = Object.assign(new Error(failure.message), { code: failure.code });
    return lastFailure;
  }
}

/** A thread that is being ended may still send what its statements had begun to return; its end follows, and fails them. */
function isWhole({ outcome }: StatementResult): boolean {
  return outcome === undefined || typeof outcome.changes === 'number';
}

/** Bytes from another thread are Uint8Arrays; everywhere else they are Buffers. */
function withBuffers(outcome: Outcome): Outcome {
  for (const row of outcome.rows as Record<string, unknown>[]) {
    for (const [column, value] of Object.entries(row)) {
      if (value instanceof Uint8Array) row[column] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    }
  }
  return outcome;
}
