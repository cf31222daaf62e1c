import { oc } from '@orpc/contract';
import { z } from 'zod';
import { changedEntry, entryId } from '../records/entries.ts';
import { trashItem } from '../records/trash-records.ts';
import { anyCall, anyWrite, pickErrors, repeatableWrite } from './endpoint-errors.ts';
import { pageWanted } from './paging.ts';

/** The endpoints of Trash. */
export const trashApi = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/trash',
      summary: 'List what is in Trash',
      description:
        'Most recently trashed first. `count` is the total number; `revision` is as for the children of a folder.',
      tags: ['Trash'],
    })
    .input(z.strictObject(pageWanted))
    .output(
      z.object({
        items: z.array(trashItem),
        count: z.int().min(0),
        nextCursor: z.string().nullable(),
        revision: z.int().min(0),
      }),
    )
    .errors(pickErrors(...anyCall)),
  restore: oc
    .route({
      method: 'POST',
      path: '/api/trash/{id}/restore',
      summary: 'Take a folder or file out of Trash',
      description:
        'It returns to its folder, or to Root if that folder is gone or is itself in Trash. If its name is taken there, it is renamed to "name (restored)".',
      tags: ['Trash'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(changedEntry)
    .errors(pickErrors(...repeatableWrite, 'not-in-trash')),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/api/trash/{id}',
      successStatus: 204,
      summary: 'Delete a folder or file in Trash permanently',
      description:
        'Deletes everything in it with all versions and frees their space. Entries that were moved to Trash before it stay.',
      tags: ['Trash'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'not-in-trash')),
  empty: oc
    .route({
      method: 'DELETE',
      path: '/api/trash',
      successStatus: 204,
      summary: 'Empty Trash',
      description: 'Permanently deletes everything that is in Trash when the call begins.',
      tags: ['Trash'],
    })
    .output(z.void())
    .errors(pickErrors(...anyWrite)),
};
