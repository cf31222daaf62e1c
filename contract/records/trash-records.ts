import { z } from 'zod';
import { entry, timestamp } from './entries.ts';

/** A folder or file that was itself moved to Trash; the contents of such a folder are part of it. */
export const trashItem = z
  .object({
    entry: entry.describe(
      'As it was; the `path` of a folder is its former location. Of its URLs only the thumbnail opens',
    ),
    trashedAt: timestamp,
    folderName: z.string().describe('The folder it was in; Root if that has been deleted permanently'),
  })
  .meta({ id: 'TrashItem' });

export type TrashItem = z.infer<typeof trashItem>;
