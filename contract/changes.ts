import { z } from 'zod';
import { entryId, file, folder } from './entries.ts';

/**
 * One step of an account's history, as the live stream carries it. Revisions of an account rise by exactly one.
 * `folder` or `file` is the entry as it is now; both are null when it is no longer in the tree.
 */
export const change = z
  .object({ revision: z.int().min(1), entryId, folder: folder.nullable(), file: file.nullable() })
  .meta({ id: 'Change' });

export type Change = z.infer<typeof change>;
