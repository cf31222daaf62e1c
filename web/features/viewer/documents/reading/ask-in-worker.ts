import { DocumentError } from './document-error.ts';
import { maxWorkMs } from './document-limits.ts';

/** What a worker of `answerInWorker` sends: that it is loaded, then what it found, or that it could not. */
export type WorkerAnswer<Answer> = 'loaded' | { answer: Answer } | { failed: string };

/**
 * Has a worker answer one question, and ends it: however long what it reads would take, and whatever it is, the page goes on.
 * Throws a DocumentError too-much if it took too long or failed.
 */
export async function askWorker<Answer>(worker: Worker, question: unknown, signal: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const fail = (cause?: unknown) => reject(new DocumentError('too-much', { cause }));
  let timeout: ReturnType<typeof setTimeout> | undefined;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer<Answer>>) => {
    // How long it takes to load says nothing about what it reads.
    if (data === 'loaded') timeout = setTimeout(fail, maxWorkMs, 'The time was over');
    else if ('answer' in data) resolve(data.answer);
    else fail(data.failed);
  });
  worker.addEventListener('messageerror', fail);
  worker.addEventListener('error', fail);
  signal.addEventListener('abort', fail);
  try {
    signal.throwIfAborted();
    worker.postMessage(question);
    return await promise;
  } finally {
    clearTimeout(timeout);
    worker.terminate();
  }
}
