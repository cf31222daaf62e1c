import { z } from 'zod';
import { entry, timestamp } from './entries.ts';

/** A folder or file that lies in Trash by itself; what lies in such a folder is part of it. */
export const trashItem = z
  .object({
    entry: entry.describe(
      'As it was; the `path` of a folder tells where. No address of it opens but its small picture',
    ),
    trashedAt: timestamp,
    folderName: z.string().describe('The folder it was in; Root when that one is gone for good'),
  })
  .meta({ id: 'TrashItem' });

export type TrashItem = z.infer<typeof trashItem>;
