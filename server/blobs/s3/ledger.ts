/** The record of a blob. `revision` changes with each write, also after a blob of the same id was removed. */
export type LedgerEntry = { revision: string; state: string };

/**
 * Where a store records durably what it knows of each blob, for all nodes. Of two writes after the same revision one
 * succeeds: that keeps out a node that was frozen and resumes after another one took over.
 */
export type BlobLedger = {
  read(id: string): Promise<LedgerEntry | undefined>;
  /** Returns the new revision; undefined, and nothing is written, when the entry is at another revision than `after`, or is there when that is undefined. */
  write(id: string, state: string, after: string | undefined): Promise<string | undefined>;
  /** Returns false when the entry is at another revision. */
  remove(id: string, after: string): Promise<boolean>;
  /** Every blob with the time of its last write, in milliseconds. */
  list(): AsyncIterable<{ id: string; changedAt: number }>;
};
