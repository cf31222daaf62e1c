import type { Report } from '#server/workers/restarts.ts';
import { createWorkerRpc } from '#server/workers/worker-rpc.ts';

/** `sum` is the number of one that is under way, to which `at` bytes were added before: a thread that was started since has none of them. */
export type Md5Request = { sum: number; at: number } & ({ kind: 'update'; bytes: Uint8Array } | { kind: 'digest' });
export type Md5Notification = { sum: number; kind: 'forget' };
/** Of the digest; nothing else has one. */
export type Md5Result = string | undefined;

/** What a sum holds: the bytes that the thread adds while the next ones come. */
const sharedBytes = 64 * 1024;

export type Md5Thread = ReturnType<typeof createMd5Thread>;

/** Computes MD5s in a worker thread, which starts when it is first needed. */
export function createMd5Thread(report: Report) {
  const thread = createWorkerRpc<Md5Request, Md5Result, Md5Notification>({
    module: new URL('md5-worker.ts', import.meta.url),
    name: 'md5',
    what: 'The thread that computes MD5',
    report,
  });
  let lastSum = 0;

  return {
    /**
     * Passes bytes on unchanged, and gives their MD5 (base64) to `onMd5` before it ends. When the thread fails, only the sum
     * is lost.
     */
    async *beside(bytes: AsyncIterable<Buffer>, onMd5: (md5: string) => void): AsyncGenerator<Buffer> {
      const sum = begin();
      try {
        for await (const piece of bytes) {
          await sum.add(piece);
          yield piece;
        }
        const md5 = await sum.digest();
        if (md5 !== undefined) onMd5(md5);
      } finally {
        sum.forget();
      }
    },
    close: thread.close,
  };

  function begin() {
    lastSum += 1;
    const sum = lastSum;
    // Both threads see it: copies in messages would be garbage in two heaps.
    const shared = Buffer.from(new SharedArrayBuffer(sharedBytes));
    let at = 0;
    let sent: Promise<unknown> = Promise.resolve();
    let isLost = false;
    return {
      async add(piece: Buffer): Promise<void> {
        for (let from = 0; from < piece.length; from += sharedBytes) {
          await sent;
          if (isLost) return;
          const length = piece.copy(shared, 0, from);
          sent = thread.call({ kind: 'update', sum, at, bytes: shared.subarray(0, length) }).catch(lose);
          at += length;
        }
      },
      async digest(): Promise<string | undefined> {
        await sent;
        return isLost ? undefined : await thread.call({ kind: 'digest', sum, at }).catch(lose);
      },
      forget: () => thread.notifyIfRunning({ kind: 'forget', sum }),
    };

    function lose(): undefined {
      isLost = true;
    }
  }
}
