/** Files that are sent together: all since the queue last stood still, without those that were canceled. */
export type UploadBatch = {
  total: number;
  kept: number;
  totalBytes: number;
  /** Of the files that are kept. */
  keptBytes: number;
  /** Also those of files that are still on their way. */
  movedBytes: number;
};

export const emptyBatch: UploadBatch = { total: 0, kept: 0, totalBytes: 0, keptBytes: 0, movedBytes: 0 };

export function withFile(batch: UploadBatch, bytes: number): UploadBatch {
  return { ...batch, total: batch.total + 1, totalBytes: batch.totalBytes + bytes };
}

/** How much of the batch has arrived, 0 to 1. Files without a byte count by their number. */
export function batchProgress({ total, kept, totalBytes, movedBytes }: UploadBatch): number {
  if (total === 0) return 0;
  return totalBytes === 0 ? kept / total : Math.min(1, movedBytes / totalBytes);
}

/** What a listener is told: when a batch begins, when half of it has arrived, and at its end. */
export function batchAnnouncement(batch: UploadBatch, moving: boolean): string {
  const { total, kept } = batch;
  if (total === 0) return '';
  if (!moving) return kept === total ? `${counted(total)} kept.` : `${kept} of ${counted(total)} kept.`;
  return `Uploading ${counted(total)}: ${batchProgress(batch) < 0.5 ? 0 : 50} %.`;
}

function counted(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
