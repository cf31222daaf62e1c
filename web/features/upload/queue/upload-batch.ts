import { counted } from '#contract/texts/amounts.ts';

/**
 * Files that are uploaded together: all since the queue was last idle, without those that were canceled. It is not idle while a
 * whole folder hands it files.
 */
export type UploadBatch = {
  total: number;
  uploaded: number;
  totalBytes: number;
  /** Of the files that are uploaded. */
  uploadedBytes: number;
  /** Includes the part that was sent of files that are not uploaded yet. */
  sentBytes: number;
};

/** What is still to be added to a batch. */
export type BatchRest = Pick<UploadBatch, 'total' | 'totalBytes'>;

export const emptyBatch: UploadBatch = { total: 0, uploaded: 0, totalBytes: 0, uploadedBytes: 0, sentBytes: 0 };

export function withFile(batch: UploadBatch, bytes: number): UploadBatch {
  return { ...batch, total: batch.total + 1, totalBytes: batch.totalBytes + bytes };
}

export function withoutFile(batch: UploadBatch, bytes: number): UploadBatch {
  return { ...batch, total: batch.total - 1, totalBytes: batch.totalBytes - bytes };
}

export function withUploaded(batch: UploadBatch, bytes: number): UploadBatch {
  return { ...batch, uploaded: batch.uploaded + 1, uploadedBytes: batch.uploadedBytes + bytes };
}

/** How much of the batch has arrived, 0 to 1. Batches without a byte count by files. */
export function batchProgress({ total, uploaded, totalBytes, sentBytes }: UploadBatch): number {
  if (total === 0) return 0;
  return totalBytes === 0 ? uploaded / total : Math.min(1, sentBytes / totalBytes);
}

/** What screen readers announce: the start of a batch, when half of it has arrived, and its end. */
export function batchAnnouncement(batch: UploadBatch, running: boolean): string {
  const { total, uploaded } = batch;
  if (total === 0) return '';
  if (!running)
    return uploaded === total
      ? `${counted(total, 'file')} uploaded.`
      : `${uploaded.toLocaleString('en')} of ${counted(total, 'file')} uploaded.`;
  return `Uploading ${counted(total, 'file')}: ${batchProgress(batch) < 0.5 ? 0 : 50}%.`;
}
