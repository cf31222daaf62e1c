export type UploadRow = {
  /** Often chosen by the client. */
  id: string;
  /** The blob that the bytes go to, and that no other upload ever has, not even a later one of the same id. */
  blob_id: string;
  account: string;
  parent_id: string | null;
  name: string;
  length: number;
  content_type: string;
  modified_at: number | null;
  /** The client's upload metadata, as JSON, to be sent back (tus 1.0, HEAD). */
  metadata: string;
  created_at: number;
  expires_at: number;
  /** What the client says the whole file hashes to, hexadecimal; null when it does not know yet. */
  sha256: string | null;
  /** The generation that the file has to have when the upload is finished, 0 for "no such file"; null when any will do. */
  if_generation: number | null;
  /** Metadata that the object gets with its bytes, as `VersionRow.metadata`. */
  object_metadata: string | null;
  /** Bytes from here on came with a checksum that was not compared yet; null when there are none. */
  unchecked_from: number | null;
  /**
   * 1 when all bytes come in one request that names no upload, as a PUT does: its client knows only whether it was
   * answered, so that nobody else may finish it.
   */
  is_single_request: 0 | 1;
  /** What a file beside it tells of it, as JSON of `Told`; null when there is none. */
  told: string | null;
};

/** What a client receives that lost the answer to its last bytes. */
export type FinishedUploadRow = {
  id: string;
  account: string;
  entry_id: string;
  /** The version that its bytes became, which others may have followed. */
  version_id: string;
  length: number;
  /** As in the upload; `{}` where that was long. */
  metadata: string;
  finished_at: number;
};
