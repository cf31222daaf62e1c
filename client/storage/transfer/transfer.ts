import { maxUploadRetryMs, resumableThreshold } from '#contract/storage.ts';
import type { Server } from '../../server.ts';
import { createWholeDigest } from '../hashing/whole-digest.ts';
import { failureIn } from '../requests/rejected.ts';
import { createRetry, isRetried, retryAfterOf, systemClock } from '../requests/retry.ts';
import { checkReadable, readBytes, type SourceBytes, sizeOf, sliceOf } from '../requests/source-bytes.ts';
import { ConnectionLost, type StorageError } from '../requests/storage-error.ts';
import { createChunkSize } from './chunk-size.ts';
import { newId } from './new-id.ts';
import type { UploadOptions, UploadSource } from './upload-options.ts';
import { createUploadRequests, type Progress } from './upload-requests.ts';

/** The file that holds the bytes, and their SHA-256 in hexadecimal when it was computed. */
export type Transferred = { fileId: string; sha256: string | undefined };

/** A second attempt goes better with the offset that the server tells. */
const askAgainCodes: readonly unknown[] = ['upload-offset-conflict', 'upload-locked', 'upload-interrupted'];
/** An upload that is gone from the server is begun anew this often. */
const maxBeginnings = 3;

/**
 * Sends one file by tus 1.0, in one request or in chunks. The client chooses the id of the upload, so that it can ask
 * for the offset also when the answer to the creation was lost. `run` goes on from wherever the run before was stopped.
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
  let id = newId();
  let url = options.resumeFrom ?? requests.addressOf(id);
  /** What the server has: nothing, `offset` bytes, or nobody knows. */
  let there: 'nothing' | 'known' | 'unknown' = options.resumeFrom === undefined ? 'nothing' : 'unknown';
  /** Whether the server answered that it has the upload. */
  let isBegun = options.resumeFrom !== undefined;
  let beginnings = 0;
  let offset = 0;
  let furthest = 0;
  let inOneRequest = totalBytes <= resumableThreshold;
  let sentBytes = 0;

  return {
    /**
     * Sends until the file is kept. Throws StorageError; the reason of `signal` when it is aborted, and then may be
     * called again.
     */
    async run(signal: AbortSignal): Promise<Transferred> {
      retry = newRetry();
      const keptId = isBegun ? undefined : await options.findStored?.(signal);
      if (keptId !== undefined) return { fileId: keptId, sha256: await digest.hex() };
      digest.begin();
      for (;;) {
        attempt = new AbortController();
        try {
          const { fileId } = await step(AbortSignal.any([signal, attempt.signal]));
          if (fileId !== undefined) return { fileId, sha256: await digest.hex() };
        } catch (error) {
          there = 'unknown';
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
      if (there !== 'nothing') await requests.giveUp(url, new AbortController().signal).catch(() => {});
    },
  };

  function newRetry() {
    return createRetry({ limitMs: maxUploadRetryMs, ...options.retry });
  }

  /** One request; what it brings is noted. */
  async function step(signal: AbortSignal): Promise<Progress> {
    sentBytes = 0;
    const progress = await request(signal);
    isBegun = true;
    offset = progress.offset;
    // A finished upload names its file; where it does not, the question for the offset does.
    there = offset < totalBytes ? 'known' : 'unknown';
    if (offset > furthest) {
      furthest = offset;
      retry.progressed();
    }
    onProgress(offset);
    return progress;
  }

  function request(signal: AbortSignal): Promise<Progress> {
    if (there === 'nothing') return begin(signal);
    return there === 'known' ? append(signal) : requests.offset(url, signal);
  }

  async function begin(signal: AbortSignal): Promise<Progress> {
    options.onUrl?.(url);
    if (!inOneRequest) return await requests.create(id, source, { signal });
    const bytes = await bytesOf(0, totalBytes);
    sentBytes = totalBytes;
    return await requests.create(id, source, { signal, onProgress: onSent }, bytes);
  }

  async function append(signal: AbortSignal): Promise<Progress> {
    const end = Math.min(offset + chunk.bytes, totalBytes);
    const bytes = await bytesOf(offset, end);
    sentBytes = end - offset;
    const progress = await requests.append(url, offset, sentBytes, bytes, { signal, onProgress: onSent });
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
    const { answer, error } = failureIn(thrown);
    if (answer && !isBegun) options.onUrl?.(undefined);
    if (error instanceof ConnectionLost) {
      if (sentBytes > 0) await checkReadable(body, offset);
    } else {
      if (isTooLarge(error)) return shrink(error);
      if (isAbsent(error)) return beginAnew(error);
      if (!isRetried(error) && !askAgainCodes.includes(error.serverCode)) throw error;
      // Another upload may have the id that was chosen here.
      if (there === 'unknown' && error.serverCode === 'upload-offset-conflict') isBegun = true;
    }
    if (sentBytes > 0) chunk.failed();
    if (atOnce) return;
    await retry.wait(error, signal, retryAfterOf(answer?.header('retry-after') ?? null, clock.now()));
  }

  /** A proxy on the way takes smaller requests only; the server itself would say that the file is too large. */
  function isTooLarge({ status, serverCode }: StorageError): boolean {
    return status === 413 && sentBytes > 0 && serverCode !== 'file-too-large' && serverCode !== 'upload-too-long';
  }

  function shrink(error: StorageError): void {
    inOneRequest = false;
    if (!chunk.refused(sentBytes)) throw error;
  }

  /** The server has no such upload: the creation never reached it, or it gave the upload up. */
  function isAbsent({ status, serverCode }: StorageError): boolean {
    const isMissing = status === 404 && (serverCode === 'upload-not-found' || isFromHead(serverCode));
    return isMissing || status === 410;
  }

  /** An answer to HEAD has no body, so no code. */
  function isFromHead(serverCode: unknown): boolean {
    return serverCode === 'internal-error';
  }

  function beginAnew(error: StorageError): void {
    there = 'nothing';
    if (!isBegun) return;
    beginnings += 1;
    if (beginnings > maxBeginnings) throw error;
    id = newId();
    url = requests.addressOf(id);
    isBegun = false;
    offset = 0;
    furthest = 0;
  }
}
