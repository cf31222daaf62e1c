import { z } from 'zod';
import { timestamp } from './entries.ts';

/** A selection that can be downloaded as one zip, of `size` bytes as long as nothing in it changes. */
export const archive = z
  .object({ url: z.string(), size: z.int().min(0), expiresAt: timestamp })
  .meta({ id: 'Archive' });

export type Archive = z.infer<typeof archive>;
