import { z } from 'zod';
import { timestamp } from './entries.ts';

/** A selection that can be downloaded as one zip, of `size` bytes as long as nothing in it changes. */
export const archive = z
  .object({ url: z.string(), size: z.int().min(0), expiresAt: timestamp })
  .meta({ id: 'Archive' });

export type Archive = z.infer<typeof archive>;

/** All that an account has as one zip of `size` bytes, which stays the same until what is in it is deleted for good. */
export const accountArchive = z
  .object({
    url: z.string(),
    size: z.int().min(0),
    files: z.int().min(0).describe('Files and versions in it'),
    damaged: z.int().min(0).describe('Files and versions whose bytes are damaged, and not in it'),
    expiresAt: timestamp,
  })
  .meta({ id: 'AccountArchive' });

export type AccountArchive = z.infer<typeof accountArchive>;
