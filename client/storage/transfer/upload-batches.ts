import { maxBatchBytes, maxBatchFiles, maxBatchIndexBytes } from '#contract/limits.ts';
import type { BatchOutcome } from '#contract/records/upload-batch.ts';
import type { Answer, Server } from '../../server.ts';
import { Rejected } from '../requests/rejected.ts';
import { send } from '../requests/send.ts';
import { type SourceBytes, sizeOf } from '../requests/source-bytes.ts';
import { batchBody, sentOfEach } from './batch-body.ts';

/** A file that travels in one request, with its metadata as tus has them. */
export type BatchFile = {
  body: SourceBytes;
  metadata: Record<string, string>;
  signal: AbortSignal;
  onProgress?: ((bytes: number) => void) | undefined;
  silenceMs?: number | undefined;
};

type Stored = Exclude<BatchOutcome, { error: object }>;
type Waiting = {
  since: number;
  file: BatchFile;
  resolve: (stored: Stored | undefined) => void;
  reject: (error: unknown) => void;
};

/** While these are under way, further files gather. */
const batchesAtOnce = 2;
/** Beside another one only a full one is sent, or one that has waited so long, in milliseconds: the other may hang. */
const gatherMs = 1000;
/** What the index may say of one file, in bytes, so that the index of as many as there may be is not too long. */
const maxEntryBytes = maxBatchIndexBytes / maxBatchFiles - 64;

export type UploadBatches = ReturnType<typeof createUploadBatches>;

/**
 * Sends small files that come at the same time together (`POST /api/files/batch`); the uploads to one server share it. What cannot
 * travel so is found out by trying: an older server has no such address, and a proxy may want smaller requests.
 */
export function createUploadBatches(server: Server) {
  let waiting: Waiting[] = [];
  let running = 0;
  let isSoon = false;
  let overdue: ReturnType<typeof setTimeout> | undefined;
  let mostBytes = maxBatchBytes - maxBatchIndexBytes;

  return {
    /**
     * Sends a file with the others that wait. Returns undefined if it is to be sent by itself. Once its signal is aborted it is not
     * stored, unless all of them have arrived: the others are sent again. Throws Rejected with the answer for this file,
     * ConnectionLost, and the reason of its signal.
     */
    async send(file: BatchFile): Promise<Stored | undefined> {
      const isLong = new TextEncoder().encode(JSON.stringify(file.metadata)).length > maxEntryBytes;
      if (isLong || sizeOf(file.body) > mostBytes) return undefined;
      file.signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<Stored | undefined>();
      const leave = () => reject(file.signal.reason);
      file.signal.addEventListener('abort', leave);
      waiting.push({ since: performance.now(), file, resolve, reject });
      startSoon();
      return await promise.finally(() => file.signal.removeEventListener('abort', leave));
    },
  };

  /** Those that come in the same turn of the event loop travel together. */
  function startSoon() {
    if (isSoon) return;
    isSoon = true;
    setTimeout(() => {
      isSoon = false;
      while (running < batchesAtOnce) {
        const batch = takeBatch();
        if (batch.length === 0) return;
        void run(batch);
      }
    }, 0);
  }

  /** What is sent now, if anything. */
  function takeBatch(): Waiting[] {
    clearTimeout(overdue);
    waiting = waiting.filter(({ file }) => !file.signal.aborted);
    let bytes = 0;
    const batch = waiting
      .slice(0, maxBatchFiles)
      .filter(({ file }, i) => (bytes += sizeOf(file.body)) <= mostBytes || i === 0);
    const isFull = batch.length === maxBatchFiles || batch.length < waiting.length;
    const gatherUntil = (waiting[0]?.since ?? 0) + gatherMs;
    if (running > 0 && !isFull && performance.now() < gatherUntil) {
      if (batch.length > 0) overdue = setTimeout(startSoon, gatherUntil - performance.now());
      return [];
    }
    waiting = waiting.slice(batch.length);
    return batch;
  }

  async function run(batch: Waiting[]): Promise<void> {
    running += 1;
    try {
      if (batch.length < 2) alone(batch);
      else settle(batch, await post(batch.map(({ file }) => file)));
    } catch (error) {
      if (batch.some(({ file }) => file.signal.aborted)) waiting = [...batch, ...waiting];
      else for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      startSoon();
    }
  }

  /** Ends when one of its files is given up, which would be stored with the others. */
  async function post(files: readonly BatchFile[]): Promise<Answer> {
    const sizes = files.map(({ body }) => sizeOf(body));
    const { body, start } = batchBody(files);
    const ended = new AbortController();
    const end = () => ended.abort();
    for (const { signal } of files) signal.addEventListener('abort', end);
    try {
      return await send(server, {
        method: 'POST',
        url: `${server.baseUrl}/api/files/batch`,
        headers: { 'content-type': 'application/octet-stream' },
        body,
        signal: ended.signal,
        onProgress(bytes) {
          const sent = sentOfEach(sizes, bytes - start);
          for (const [i, { onProgress }] of files.entries()) onProgress?.(sent[i] ?? 0);
        },
        ...(files[0]?.silenceMs === undefined ? {} : { silenceMs: files[0].silenceMs }),
      });
    } finally {
      for (const { signal } of files) signal.removeEventListener('abort', end);
    }
  }

  function settle(batch: Waiting[], answer: Answer): void {
    if (answer.status === 413) {
      mostBytes = Math.floor(mostBytes / 2);
      waiting = [...batch, ...waiting];
      return;
    }
    if (answer.status === 404 || answer.status === 405) {
      mostBytes = -1;
      return alone(batch);
    }
    if (answer.status !== 200) throw new Rejected(answer);
    const { outcomes } = JSON.parse(answer.text) as { outcomes: BatchOutcome[] };
    for (const [i, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[i];
      if (outcome !== undefined && !('error' in outcome)) resolve(outcome);
      else reject(new Rejected(answerFor(outcome?.error, answer)));
    }
  }

  function alone(batch: readonly Waiting[]): void {
    for (const { resolve } of batch) resolve(undefined);
  }
}

/** As the file's own request would have been answered. */
function answerFor(error: { status: number } | undefined, { header }: Answer): Answer {
  return { status: error?.status ?? 500, header, text: JSON.stringify(error ?? {}) };
}
