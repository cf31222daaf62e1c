import { z } from 'zod';
import { entryId } from './entries.ts';

/** An entry by its id, or the result of an earlier operation of the same batch, counted from 0. */
const entryRef = z.union([entryId, z.strictObject({ operation: z.int().min(0) })]);
const folderRef = entryRef.nullable().describe('null for Root');

/**
 * What a move or copy does with an entry whose name is taken where it goes; without a choice a move fails and a copy is
 * called `name (copy)`. Folders of the same name are merged, with the same choice for everything in them, unless they are
 * to `stay`.
 */
export const ifTaken = z
  .enum(['stay', 'skip', 'keep-both', 'next-version'])
  .meta({ id: 'IfTaken' })
  .describe(
    'If the name is taken: `stay` leaves a folder or file where it is; `skip` leaves a file and merges folders; `keep-both` gives a file a number; `next-version` makes it the next version of the file there',
  );

/** One operation of a write batch. */
export const operation = z
  .discriminatedUnion('do', [
    z.strictObject({ do: z.literal('create-folder'), name: z.string(), parentId: folderRef }),
    z.strictObject({
      do: z.literal('update'),
      id: entryRef,
      name: z.string().optional(),
      parentId: folderRef.optional(),
      starred: z.boolean().optional(),
      ifTaken: ifTaken.optional(),
    }),
    z.strictObject({
      do: z.literal('copy'),
      id: entryRef,
      parentId: folderRef,
      name: z.string().optional(),
      ifTaken: ifTaken.optional(),
    }),
    z.strictObject({ do: z.literal('trash'), id: entryRef }),
    z.strictObject({ do: z.literal('restore'), id: entryRef }),
  ])
  .meta({ id: 'Operation' });

/** An entry that its operation left where it was. */
export const stayed = z
  .object({ operation: z.int().min(0).describe('The index of the operation'), id: entryId, name: z.string() })
  .meta({ id: 'Stayed' });

export type Stayed = z.infer<typeof stayed>;
export type EntryRef = z.infer<typeof entryRef>;
export type IfTaken = z.infer<typeof ifTaken>;
export type Operation = z.infer<typeof operation>;
