import { DetailedError, Upload } from 'tus-js-client';
import type { ErrorBody } from '#contract/errors.ts';
import {
  firstChunkBytes,
  maxChunkBytes,
  maxRetryDelayMs,
  maxUploadRetryMs,
  resumableThreshold,
  retriedStatuses,
  uploadedFileHeader,
} from '#contract/storage.ts';
import { ApiError, errorFromBody } from '../api-error.ts';
import type { Server } from '../server.ts';
import { nextUploadState, type UploadEvent, type UploadState } from './upload-state.ts';

/** What an upload looks like at one moment. Bytes are those the server has acknowledged or that are on their way. */
export type UploadSnapshot = { state: UploadState; bytesTransferred: number; totalBytes: number; error?: ApiError };

export type UploadSource = {
  /** The bytes: a File or Blob in browsers, a Buffer in Node. */
  body: Blob | Uint8Array;
  name: string;
  /** The folder to keep it in; null is Root. */
  folderId: string | null;
  contentType?: string;
  /** Milliseconds since the epoch. */
  lastModified?: number;
};

/** A running upload. */
export type UploadTask = {
  snapshot(): UploadSnapshot;
  /** Calls the listener after each change; returns the way to stop that. */
  observe(listener: () => void): () => void;
  /** Each returns false when the state does not allow it (specification, section 4). */
  pause(): boolean;
  resume(): boolean;
  cancel(): boolean;
  /** Ends it whatever state it is in, also paused, which `cancel` does not (specification, section 4). */
  discard(): void;
  /** The id of the file that holds the bytes; rejects with ApiError. */
  done: Promise<string>;
};

const firstRetryMs = 1000;

/**
 * Starts to send a file. 262,144 bytes or fewer travel in one request; larger files in chunks that double from 262,144
 * to 33,554,432 bytes (specification, section 9), each resumed at the offset that the server tells.
 */
export function startUpload(
  server: Server,
  source: UploadSource,
  { resumeFrom, onUrl }: { resumeFrom?: string; onUrl?: (url: string) => void } = {},
): UploadTask {
  const totalBytes = source.body instanceof Uint8Array ? source.body.byteLength : source.body.size;
  const inOneRequest = totalBytes <= resumableThreshold;
  const listeners = new Set<() => void>();
  let current: UploadSnapshot = { state: 'running', bytesTransferred: 0, totalBytes };
  const { promise: done, resolve, reject } = Promise.withResolvers<string>();
  done.catch(() => {}); // Who only observes need not handle it.

  const transfer = new Upload(source.body, {
    endpoint: `${server.baseUrl}/api/uploads`,
    headers: server.headers ?? {},
    metadata: metadataOf(source),
    chunkSize: inOneRequest ? Number.POSITIVE_INFINITY : firstChunkBytes,
    uploadDataDuringCreation: inOneRequest,
    storeFingerprintForResuming: false,
    uploadUrl: resumeFrom ?? null,
    onUploadUrlAvailable: () => transfer.url && onUrl?.(transfer.url),
    retryDelays: retryDelays(),
    onShouldRetry: (error) => isRetried(uploadError(error)),
    onProgress: (bytesTransferred) => publish({ bytesTransferred }),
    onChunkComplete: () => {
      transfer.options.chunkSize = Math.min((transfer.options.chunkSize ?? firstChunkBytes) * 2, maxChunkBytes);
    },
    onSuccess: ({ lastResponse }) => {
      stopWaiting();
      if (move('succeeded', { bytesTransferred: totalBytes }))
        resolve(lastResponse.getHeader(uploadedFileHeader) ?? '');
    },
    onError: (error) => {
      stopWaiting();
      const apiError = uploadError(error);
      if (move('failed', { error: apiError })) reject(apiError);
    },
  });
  globalThis.addEventListener?.('online', goOnNow);
  transfer.start();

  return {
    snapshot: () => current,
    observe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause() {
      if (!move('pause')) return false;
      void transfer.abort().then(() => move('stopped'));
      return true;
    },
    resume() {
      if (!move('resume')) return false;
      transfer.start();
      return true;
    },
    cancel,
    discard() {
      move('resume'); // Without sending anything: only what runs can be canceled.
      cancel();
    },
    done,
  };

  function cancel(): boolean {
    if (!move('cancel')) return false;
    stopWaiting();
    // The server forgets an abandoned upload by itself when it cannot be told now.
    void transfer
      .abort(true)
      .catch(() => {})
      .then(() => {
        move('stopped');
        reject(new ApiError({ code: 'upload-interrupted', message: 'The upload was canceled.' }, 0));
      });
    return true;
  }

  function move(event: UploadEvent, also: Partial<UploadSnapshot> = {}): boolean {
    const state = nextUploadState(current.state, event);
    if (state === undefined) return false;
    publish({ ...also, state });
    return true;
  }

  function publish(part: Partial<UploadSnapshot>) {
    current = { ...current, ...part };
    for (const listener of listeners) listener();
  }

  /** The network is back: ask the server for its offset at once instead of waiting for the next retry. */
  function goOnNow() {
    if (current.state !== 'running') return;
    void transfer.abort().then(() => {
      if (current.state === 'running') transfer.start();
    });
  }

  function stopWaiting() {
    globalThis.removeEventListener?.('online', goOnNow);
  }
}

function metadataOf(source: UploadSource): Record<string, string> {
  return {
    filename: source.name,
    ...(source.contentType ? { filetype: source.contentType } : {}),
    ...(source.folderId === null ? {} : { folderId: source.folderId }),
    ...(source.lastModified === undefined ? {} : { lastModified: String(source.lastModified) }),
  };
}

/** Delays that double from one second to the cap, with jitter, until the time for retries is used up. */
function retryDelays(): number[] {
  const delays: number[] = [];
  for (
    let next = firstRetryMs, sum = 0;
    sum < maxUploadRetryMs;
    sum += next, next = Math.min(next * 2, maxRetryDelayMs)
  ) {
    delays.push(next * (0.75 + Math.random() / 2));
  }
  return delays;
}

/**
 * Whether the same request may go better later: after a lost connection (status 0), and when another request of ours on
 * this upload has not ended yet.
 */
function isRetried({ status, code }: ApiError): boolean {
  if (status === 0 || retriedStatuses.includes(status)) return true;
  if (code === 'upload-offset-conflict' || code === 'upload-locked' || code === 'upload-interrupted') return true;
  return status >= 500 && code !== 'disk-full';
}

function uploadError(error: Error | DetailedError): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response)
    return new ApiError({ code: 'unavailable', message: 'The server cannot be reached.' }, 0, { cause: error });
  let body: ErrorBody | undefined;
  try {
    body = JSON.parse(response.getBody()) as ErrorBody;
  } catch {
    // HEAD answers and proxies carry no body of ours.
  }
  return errorFromBody(body, response.getStatus());
}
