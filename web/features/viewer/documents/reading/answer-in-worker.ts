import type { WorkerAnswer } from './ask-in-worker.ts';

/** In a worker: answers the one question that `askWorker` sends. `transferred` names what of the answer need not be copied. */
export function answerInWorker<Answer>(
  answerTo: (question: never) => Answer,
  transferred: (answer: Answer) => Transferable[] = () => [],
): void {
  globalThis.addEventListener('message', ({ data }: MessageEvent) => {
    try {
      const answer = answerTo(data as never);
      globalThis.postMessage({ answer } satisfies WorkerAnswer<Answer>, { transfer: transferred(answer) });
    } catch (error) {
      globalThis.postMessage({ failed: String(error) } satisfies WorkerAnswer<Answer>);
    }
  });
  globalThis.postMessage('loaded' satisfies WorkerAnswer<Answer>);
}
