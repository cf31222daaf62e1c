import type { Digest } from '../hashing/whole-digest.ts';
import type { SourceBytes } from '../requests/source-bytes.ts';
import type { RetryOptions } from '../retries/retry.ts';
import type { UploadBatches } from './upload-batches.ts';

/** A file to upload. */
export type UploadSource = {
  /** The bytes: a File or Blob, or bytes in memory. */
  body: SourceBytes;
  name: string;
  /** The destination folder; null is Root. */
  folderId: string | null;
  contentType?: string;
  /** Milliseconds since the epoch. */
  lastModified?: number;
};

export type UploadOptions = {
  /** The URL of an unfinished upload, possibly of another page; one that no longer exists is restarted. */
  resumeFrom?: string;
  /** The id of an upload that is created; a new one unless given. What was stored by it is not stored a second time. */
  id?: string;
  /** Called with the URL for `resumeFrom` before the upload is created there; with undefined if the server rejects it. */
  onUrl?: (url: string | undefined) => void;
  /** Called before an upload is created: the file, and how that is undone, if nothing has to be sent (see `reuseIfStored`). */
  findStored?: (signal: AbortSignal) => Promise<{ id: string; operationId: string | null } | undefined>;
  /** Sends it together with other small files, if it is one. */
  batches?: UploadBatches;
  /** Has the server compare the SHA-256 of the whole file before it stores it: `digestAsSent`, `digestElsewhere`; off by default. */
  digest?: Digest;
  /** Stores the file only if this is its generation; 0: only if there is no file. Otherwise fails with status 412. */
  ifGeneration?: number;
  /** A file that shows these bytes already stays as it is, where they are sent in one request. */
  ifChanged?: boolean;
  /** Retries; for at most 600,000 ms without progress by default. */
  retry?: Partial<RetryOptions>;
  /** After this long without progress a request is aborted and the offset requested, in ms; 120,000 by default. */
  silenceMs?: number;
};
