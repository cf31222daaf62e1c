import { z } from 'zod';
import { entryId, file, folder } from './entries.ts';

/**
 * One change of an account, as sent by the live stream. Revisions of an account increase by exactly one.
 * `folder` or `file` is the current state of the entry; both are null if it is no longer in the tree.
 */
export const change = z
  .object({ revision: z.int().min(1), entryId, folder: folder.nullable(), file: file.nullable() })
  .meta({ id: 'Change' });

export type Change = z.infer<typeof change>;
