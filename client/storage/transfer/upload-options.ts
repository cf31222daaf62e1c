import type { Digest } from '../hashing/whole-digest.ts';
import type { RetryOptions } from '../requests/retry.ts';
import type { SourceBytes } from '../requests/source-bytes.ts';

/** A file to keep. */
export type UploadSource = {
  /** The bytes: a File or Blob, or bytes in memory. */
  body: SourceBytes;
  name: string;
  /** The folder to keep it in; null is Root. */
  folderId: string | null;
  contentType?: string;
  /** Milliseconds since the epoch. */
  lastModified?: number;
};

export type UploadOptions = {
  /** The address of an upload that was begun before, also by another page; one that is gone is begun anew. */
  resumeFrom?: string;
  /** Called with the address before the upload is begun there, for `resumeFrom`; with none when that was refused. */
  onUrl?: (url: string | undefined) => void;
  /** Asked before an upload is begun: the id of the file, when nothing needs to be sent (see `reuseIfStored`). */
  findStored?: (signal: AbortSignal) => Promise<string | undefined>;
  /** Has the server compare the SHA-256 of the whole file before it is kept; not unless told. */
  digest?: Digest;
  /** The file is kept only when its generation is this one; 0: when there is none. Else it fails with status 412. */
  ifGeneration?: number;
  /** When to try again; at most 600,000 ms without progress unless told. */
  retry?: Partial<RetryOptions>;
  /** A request on which nothing moves for this long is given up and the offset is asked, in ms; 120,000 unless told. */
  silenceMs?: number;
};
