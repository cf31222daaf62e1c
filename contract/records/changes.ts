import { z } from 'zod';
import { contents, entryId, file, folder } from './entries.ts';

/** What a folder holds now. */
const holding = z.object({
  id: entryId.nullable().describe('null for Root'),
  contents,
  pictures: folder.shape.pictures,
});

/**
 * One change of an account, as sent by the live stream. Revisions of an account increase by exactly one.
 * `folder` or `file` is the current state of the entry; both are null if it is no longer in the tree.
 */
export const change = z
  .object({
    revision: z.int().min(1),
    entryId,
    folder: folder.nullable(),
    file: file.nullable(),
    above: z
      .array(holding)
      .optional()
      .describe(
        'The folders above its entry, but for those that a later one of the changes that are sent together tells of',
      ),
  })
  .meta({ id: 'Change' });

export type Change = z.infer<typeof change>;
export type Holding = z.infer<typeof holding>;
