import { z } from 'zod';
import { entryId } from './entries.ts';

/** An entry by its id, or the result of an earlier operation of the same batch, counted from 0. */
const entryRef = z.union([entryId, z.strictObject({ operation: z.int().min(0) })]);
const folderRef = entryRef.nullable().describe('null for Root');

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
    }),
    z.strictObject({ do: z.literal('copy'), id: entryRef, parentId: folderRef, name: z.string().optional() }),
    z.strictObject({ do: z.literal('trash'), id: entryRef }),
    z.strictObject({ do: z.literal('restore'), id: entryRef }),
  ])
  .meta({ id: 'Operation' });

export type EntryRef = z.infer<typeof entryRef>;
export type Operation = z.infer<typeof operation>;
