import { maxUploadRetryMs, resumableThreshold } from '#contract/storage.ts';
import type { Server } from '../server.ts';
import { createChunkSize } from './chunk-size.ts';
import { findKept } from './find-kept.ts';
import { failureIn } from './refused.ts';
import { createRetry, isRetried, retryAfterOf, systemClock } from './retry.ts';
import { checkReadable, readBytes, type SourceBytes, sizeOf, sliceOf } from './source-bytes.ts';
import { ConnectionLost, StorageError } from './storage-error.ts';
import type { UploadOptions, UploadSource } from './upload-options.ts';
import { createUploadRequests, type Progress } from './upload-requests.ts';
import { createWholeDigest } from './whole-digest.ts';

/** The file that holds the bytes, and their SHA-256 in hexadecimal when it was computed. */
export type Transferred = { fileId: string; sha256: string | undefined };

/** A second attempt goes better with the offset that the server tells. */
const askAgainCodes: readonly unknown[] = ['upload-offset-conflict', 'upload-locked', 'upload-interrupted'];
/** An upload that is gone from the server is begun anew this often. */
const maxBeginnings = 3;

/**
 * Sends one file by tus 1.0, in one request or in chunks. `run` goes on from wherever the run before was stopped.
 * `onProgress` is told the bytes that the server has or that are on their way.
 */
export function createTransfer(
  server: Server,
  source: UploadSource,
  options: UploadOptions,
  onProgress: (bytes: number) => void,
) {
  const { body } = source;
  const totalBytes = sizeOf(body);
  const requests = createUploadRequests(server, totalBytes, options);
  const digest = createWholeDigest(body, options.digest ?? false);
  const chunk = createChunkSize();
  const { clock = systemClock } = options.retry ?? {};
  let retry = newRetry();
  let attempt = new AbortController();
  let url = options.resumeFrom;
  let beginnings = 0;
  let offset = 0;
  let furthest = 0;
  /** Whether `offset` is what the server has. */
  let isKnown = false;
  let inOneRequest = totalBytes <= resumableThreshold;
  /** A request with the whole file went out and it is not known what came of it. */
  let isUncertain = false;
  /** The request with the whole file repeats a lost one, on the condition that nothing came in between. */
  let isRepetition = false;
  let ifGeneration = options.ifGeneration;
  let sentBytes = 0;

  return {
    /**
     * Sends until the file is kept. Throws StorageError; the reason of `signal` when it is aborted, and then may be
     * called again.
     */
    async run(signal: AbortSignal): Promise<Transferred> {
      retry = newRetry();
      isKnown = false;
      for (;;) {
        attempt = new AbortController();
        try {
          const { fileId } = await step(AbortSignal.any([signal, attempt.signal]));
          if (fileId !== undefined) return { fileId, sha256: await digest.hex() };
        } catch (error) {
          signal.throwIfAborted();
          const wasNudged = attempt.signal.aborted;
          await recover(wasNudged ? new ConnectionLost(error) : error, wasNudged, signal);
        }
      }
    },
    /** The network is back: a request that hangs is given up, a wait ends. */
    goOnNow() {
      attempt.abort();
      retry.wake();
    },
    /** Tells the server to forget what it has; it forgets by itself later when it cannot be told. */
    async giveUp(): Promise<void> {
      if (url !== undefined) await requests.giveUp(url, new AbortController().signal).catch(() => {});
    },
  };

  function newRetry() {
    return createRetry({ limitMs: maxUploadRetryMs, ...options.retry });
  }

  /** One request; what it brings is noted. */
  async function step(signal: AbortSignal): Promise<Progress> {
    sentBytes = 0;
    const progress = await request(signal);
    url = progress.url ?? url;
    if (progress.url !== undefined && progress.fileId === undefined) options.onUrl?.(progress.url);
    offset = progress.offset;
    // A finished upload names its file; where it does not, the question for the offset does.
    isKnown = offset < totalBytes;
    if (offset > furthest) {
      furthest = offset;
      retry.progressed();
    }
    onProgress(offset);
    return progress;
  }

  function request(signal: AbortSignal): Promise<Progress> {
    if (url === undefined) return begin(signal);
    return isKnown ? append(url, signal) : requests.offset(url, signal);
  }

  async function begin(signal: AbortSignal): Promise<Progress> {
    if (!inOneRequest) return await requests.create(source, ifGeneration, { signal });
    if (isUncertain) {
      const kept = await findKept(server, source, signal);
      if (kept.fileId !== undefined) return { offset: totalBytes, url: undefined, fileId: kept.fileId };
      // Should the lost request do its work only now, this one is refused instead of doubling the file.
      ifGeneration = options.ifGeneration ?? kept.generation;
      isRepetition = ifGeneration === kept.generation;
    }
    const bytes = await bytesOf(0, totalBytes);
    isUncertain = true;
    sentBytes = totalBytes;
    const progress = await requests.create(source, ifGeneration, { signal, onProgress: onSent }, bytes);
    isUncertain = false;
    return progress;
  }

  async function append(place: string, signal: AbortSignal): Promise<Progress> {
    const end = Math.min(offset + chunk.bytes, totalBytes);
    const bytes = await bytesOf(offset, end);
    sentBytes = end - offset;
    const progress = await requests.append(place, offset, sentBytes, bytes, { signal, onProgress: onSent });
    chunk.succeeded();
    return progress;
  }

  async function bytesOf(from: number, to: number): Promise<{ body: SourceBytes; digest: Record<string, string> }> {
    // What is hashed is what is sent, also when the file changes meanwhile.
    const part = digest.readsBytes ? await readBytes(body, from, to) : sliceOf(body, from, to);
    if (part instanceof Uint8Array) await digest.take(part, from);
    return { body: part, digest: to === totalBytes ? await digest.header() : {} };
  }

  function onSent(bytes: number) {
    onProgress(offset + bytes);
  }

  /** Decides what comes after a failure: throws it, or returns when the next try may begin. */
  async function recover(thrown: unknown, atOnce: boolean, signal: AbortSignal): Promise<void> {
    isKnown = false;
    const { answer, error } = failureIn(thrown);
    const isInterference = isRepetition && error instanceof StorageError && error.serverCode === 'generation-mismatch';
    // What was refused has not been done.
    if (answer !== undefined && answer.status < 500 && answer.status !== 408) isUncertain = isInterference;
    if (!(error instanceof ConnectionLost)) {
      if (isTooLarge(error)) {
        inOneRequest = false;
        if (chunk.refused(sentBytes)) return;
        throw error;
      }
      if (isGone(error)) return beginAnew(error);
      if (!isRetried(error) && !askAgainCodes.includes(error.serverCode) && !isInterference) throw error;
    } else if (sentBytes > 0) await checkReadable(body, offset);
    if (sentBytes > 0) chunk.failed();
    if (atOnce) return;
    const retryAfterMs = retryAfterOf(answer?.header('retry-after') ?? null, clock.now());
    await retry.wait(error, signal, retryAfterMs);
  }

  /** A proxy on the way takes smaller requests only; the server itself would say that the file is too large. */
  function isTooLarge({ status, serverCode }: StorageError): boolean {
    return status === 413 && sentBytes > 0 && serverCode !== 'file-too-large' && serverCode !== 'upload-too-long';
  }

  function isGone({ status, serverCode }: StorageError): boolean {
    const isMissing = status === 404 && serverCode !== 'folder-not-found';
    return url !== undefined && (isMissing || status === 410);
  }

  function beginAnew(error: StorageError): void {
    beginnings += 1;
    if (beginnings > maxBeginnings) throw error;
    url = undefined;
    offset = 0;
    furthest = 0;
  }
}
