import { z } from 'zod';
import { maxBatchFiles } from '../limits.ts';
import { resumableThreshold } from '../storage.ts';

/**
 * The body of `POST /api/files/batch`: the length of the index in bytes (four of them, big-endian), the index as JSON, then the
 * bytes of the files, one after the other. The metadata of a file are those of an upload by tus (`Upload-Metadata`), with an id
 * that the client chose.
 */
export const batchIndex = z.strictObject({
  files: z
    .array(
      z.strictObject({
        length: z.int().min(0).max(resumableThreshold),
        metadata: z.record(z.string(), z.string()),
      }),
    )
    .min(1)
    .max(maxBatchFiles),
});

export type BatchIndex = z.infer<typeof batchIndex>;

/** What became of a file of a batch: it is stored, or why it is not. In the order of the index. */
export type BatchOutcome =
  | { fileId: string; operationId: string | null }
  | { error: { status: number; code: string; message: string; data?: unknown } };
