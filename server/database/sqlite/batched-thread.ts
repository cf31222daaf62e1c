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
  /** Those without an answer, the first first. */
  let sent: Asked[] = [];
  let inTransaction = false;
  let lastFailure: unknown = new Error('There is no transaction');
  const thread = createWorkerThread<readonly StatementRequest[] | 'close', StatementReply>({
    module: new URL('./sqlite-thread.ts', import.meta.url),
    workerData: data,
    name: data.isReading ? 'search' : 'database',
    what: data.isReading ? 'The thread that searches the database' : 'The thread that writes the database',
    report,
    onMessage(reply) {
      if (!reply.results.every(isWhole)) return;
      inTransaction = reply.inTransaction;
      const asked = sent.slice(0, reply.results.length);
      sent = sent.slice(asked.length);
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
      const lost = sent;
      sent = [];
      for (const { reject } of lost) reject(error);
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
      const { requests, memory } = withOwnBytes(asked.map(({ request }) => request));
      thread.post(requests, memory);
      sent.push(...asked);
    } catch (error) {
      const isClonable = asked.map(({ request }) => canBeSent(request));
      if (isClonable.every(Boolean)) for (const { reject } of asked) reject(error);
      else {
        // Others must not fail with it, least of all a commit.
        toSend = [...asked.map((one, i) => (isClonable[i] ? one : failing(one))), ...toSend];
        send();
      }
    }
  }

  function errorOf(failure: NonNullable<StatementResult['failure']>): unknown {
    if (failure !== 'not-run') lastFailure = Object.assign(new Error(failure.message), { code: failure.code });
    return lastFailure;
  }
}

/**
 * The requests with copies of their bytes, in memory that is handed over with the message. Without that the whole memory in
 * which bytes lie, of a request's body for example, would be copied twice.
 */
function withOwnBytes(asked: readonly StatementRequest[]) {
  const memory: ArrayBuffer[] = [];
  const requests = asked.map((request) => ({ ...request, parameters: request.parameters.map(ownBytes) }));
  return { requests, memory };

  function ownBytes(parameter: unknown): unknown {
    if (!(parameter instanceof Uint8Array)) return parameter;
    const copy = new Uint8Array(parameter);
    memory.push(copy.buffer);
    return copy;
  }
}

function canBeSent({ parameters }: StatementRequest): boolean {
  try {
    structuredClone(parameters);
    return true;
  } catch {
    return false;
  }
}

/** The thread says of it that it fails, in its turn. */
function failing({ request, ...asked }: Asked): Asked {
  return { ...asked, request: { ...request, sql: 'parameters that cannot be sent', parameters: [] } };
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
