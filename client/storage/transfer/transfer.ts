import { maxUploadRetryMs } from '#contract/retries.ts';
import { resumableThreshold } from '#contract/storage.ts';
import type { Server } from '../../server.ts';
import { newId } from '../requests/new-id.ts';
import { failureIn } from '../requests/rejected.ts';
import { checkReadable, readBytes, type SourceBytes, sizeOf, sliceOf } from '../requests/source-bytes.ts';
import { ConnectionLost, type StorageError } from '../requests/storage-error.ts';
import { createRetry, isRetried, retryAfterOf, systemClock } from '../retries/retry.ts';
import { createChunkSize } from './chunk-size.ts';
import type { UploadOptions, UploadSource } from './upload-options.ts';
import { createUploadRequests, type Progress } from './upload-requests.ts';

/** The file, the operation by which it is undone, and its SHA-256 in hexadecimal if it was computed. */
export type Transferred = { fileId: string; operationId: string | null; sha256: string | undefined };

/** Errors after which an attempt at the server's current offset may succeed. */
const staleOffsetCodes: readonly unknown[] = ['upload-offset-conflict', 'upload-locked', 'upload-interrupted'];
/** Their statuses. */
const staleOffsetStatuses: readonly number[] = [409, 423, 400];
/** How often an upload that is gone from the server is restarted. */
const maxRestarts = 3;

/**
 * Uploads one file by tus 1.0, in one request or in chunks. The client chooses the id of the upload, so that it can ask for
 * the offset even if the response to the creation was lost. `run` resumes where the previous run was stopped.
 * `onProgress` receives the number of bytes that the server has or that are being sent.
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
  const digest = options.digest?.(body);
  const chunk = createChunkSize();
  const { clock = systemClock } = options.retry ?? {};
  let retry = newRetry();
  let attempt = new AbortController();
  let url = options.resumeFrom ?? requests.addressOf(options.id ?? newId());
  /** What the server has: nothing, `offset` bytes, or an unknown number of bytes. */
  let remote: 'nothing' | 'known' | 'unknown' = options.resumeFrom === undefined ? 'nothing' : 'unknown';
  /** Whether the server has confirmed that it has the upload. */
  let isCreated = options.resumeFrom !== undefined;
  let restarts = 0;
  let offset = 0;
  let furthest = 0;
  let inOneRequest = totalBytes <= resumableThreshold;
  let sentBytes = 0;

  return {
    /**
     * Uploads until the file is stored. Throws StorageError, or the reason of `signal` if it is aborted, after which it may
     * be called again.
     */
    async run(signal: AbortSignal): Promise<Transferred> {
      retry = newRetry();
      const stored = isCreated ? undefined : await options.findStored?.(signal);
      if (stored !== undefined)
        return { fileId: stored.id, operationId: stored.operationId, sha256: await digest?.hex() };
      digest?.begin();
      for (;;) {
        attempt = new AbortController();
        try {
          const { fileId, operationId } = await step(AbortSignal.any([signal, attempt.signal]));
          if (fileId !== undefined) return { fileId, operationId, sha256: await digest?.hex() };
        } catch (error) {
          remote = 'unknown';
          signal.throwIfAborted();
          const wasWoken = attempt.signal.aborted;
          await recover(wasWoken ? new ConnectionLost(error) : error, wasWoken, signal);
        }
      }
    },
    /** The network is back: aborts a request that hangs, ends a wait. */
    retryNow() {
      attempt.abort();
      retry.wake();
    },
    /** Deletes the upload from the server; if that fails, the server removes it when it expires. */
    async terminate(): Promise<void> {
      if (remote !== 'nothing') await requests.terminate(url, new AbortController().signal).catch(() => {});
    },
  };

  function newRetry() {
    return createRetry({ limitMs: maxUploadRetryMs, ...options.retry });
  }

  /** Sends one request and records its outcome. */
  async function step(signal: AbortSignal): Promise<Progress> {
    sentBytes = 0;
    const progress = await request(signal);
    isCreated = true;
    offset = progress.offset;
    // A finished upload names its file. If the response does not, the next request asks for the offset, and finishes it.
    remote = offset < totalBytes ? 'known' : 'unknown';
    if (offset > furthest) {
      furthest = offset;
      retry.progressed();
    }
    onProgress(offset);
    return progress;
  }

  function request(signal: AbortSignal): Promise<Progress> {
    if (remote === 'nothing') return begin(signal);
    return remote === 'known' ? append(signal) : requests.offset(url, signal);
  }

  async function begin(signal: AbortSignal): Promise<Progress> {
    options.onUrl?.(url);
    if (!inOneRequest) return await requests.create(url, source, { signal });
    const bytes = await bytesOf(0, totalBytes);
    sentBytes = totalBytes;
    return await requests.create(url, source, { signal, onProgress: onSent }, bytes);
  }

  async function append(signal: AbortSignal): Promise<Progress> {
    const end = Math.min(offset + chunk.bytes, totalBytes);
    const bytes = await bytesOf(offset, end);
    sentBytes = end - offset;
    const progress = await requests.append(url, offset, sentBytes, bytes, { signal, onProgress: onSent });
    chunk.succeeded();
    return progress;
  }

  async function bytesOf(from: number, to: number): Promise<{ body: SourceBytes; sha256: string | undefined }> {
    const part = digest?.update ? await readBytes(body, from, to) : sliceOf(body, from, to);
    if (part instanceof Uint8Array) await digest?.update?.(part, from);
    return { body: part, sha256: to === totalBytes ? await digest?.hex() : undefined };
  }

  function onSent(bytes: number) {
    onProgress(offset + bytes);
  }

  /** Handles a failed attempt: throws its error, or returns when the next attempt may start. */
  async function recover(thrown: unknown, immediately: boolean, signal: AbortSignal): Promise<void> {
    const { answer, error } = failureIn(thrown);
    if (error instanceof ConnectionLost) {
      if (sentBytes > 0) await checkReadable(body, offset);
    } else {
      if (isTooLarge(error) && shrink()) return;
      if (isAbsent(error)) return restart(error);
      if (!isRetried(error) && !isStale(error)) {
        if (answer && !isCreated) options.onUrl?.(undefined);
        throw error;
      }
      // Another upload may already have the id that was chosen here.
      if (remote === 'unknown' && error.serverCode === 'upload-offset-conflict') isCreated = true;
    }
    if (sentBytes > 0) chunk.failed();
    if (immediately) return;
    await retry.wait(error, signal, retryAfterOf(answer?.header('retry-after') ?? null, clock.now()));
  }

  /** Whether a proxy accepts only smaller requests; the server itself would reject the whole file. */
  function isTooLarge({ status, serverCode }: StorageError): boolean {
    return status === 413 && sentBytes > 0 && serverCode !== 'file-too-large' && serverCode !== 'upload-too-long';
  }

  /** Returns false if no smaller request makes sense. */
  function shrink(): boolean {
    inOneRequest = false;
    return chunk.rejected(sentBytes);
  }

  /** Whether another request holds the upload or was ahead of this one. */
  function isStale({ status, serverCode }: StorageError): boolean {
    return staleOffsetCodes.includes(serverCode) || (isFromHead(serverCode) && staleOffsetStatuses.includes(status));
  }

  /** Whether the server has no such upload: the creation never reached it, or the upload expired. */
  function isAbsent({ status, serverCode }: StorageError): boolean {
    const isMissing = status === 404 && (serverCode === 'upload-not-found' || isFromHead(serverCode));
    return isMissing || status === 410;
  }

  /** A response to HEAD has no body, so no code. */
  function isFromHead(serverCode: unknown): boolean {
    return serverCode === 'internal-error';
  }

  function restart(error: StorageError): void {
    remote = 'nothing';
    if (!isCreated) return;
    restarts += 1;
    if (restarts > maxRestarts) throw error;
    // First with the same id: a request that is still on its way cannot store the file a second time then.
    if (restarts > 1 || !requests.isOwn(url)) url = requests.addressOf(newId());
    isCreated = false;
    offset = 0;
    furthest = 0;
  }
}
