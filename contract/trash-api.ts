import { oc } from '@orpc/contract';
import { z } from 'zod';
import { entry, entryId } from './entries.ts';
import { pageWanted } from './paging.ts';
import { anyCall, anyWrite, can } from './refusals.ts';
import { trashItem } from './trash-records.ts';

/** The endpoints of Trash. */
export const trashApi = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/trash',
      summary: 'List what is in Trash',
      description:
        'What was moved there last comes first. `count` is how many there are in all; `revision` as for the children of a folder.',
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
    .errors(can(...anyCall)),
  restore: oc
    .route({
      method: 'POST',
      path: '/api/trash/{id}/restore',
      summary: 'Take a folder or file out of Trash',
      description:
        'It goes back to where it was, or to Root when that folder is gone or in Trash itself. When its name is taken there it gets another one: "name (restored)".',
      tags: ['Trash'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(entry)
    .errors(can(...anyWrite, 'not-in-trash')),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/api/trash/{id}',
      successStatus: 204,
      summary: 'Delete a folder or file in Trash for good',
      description:
        'With everything in it, all versions, and the room they took. What was moved to Trash before it stays.',
      tags: ['Trash'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(z.void())
    .errors(can(...anyWrite, 'not-in-trash')),
  empty: oc
    .route({
      method: 'DELETE',
      path: '/api/trash',
      successStatus: 204,
      summary: 'Empty Trash',
      description: 'Deletes for good what is in Trash when the call begins.',
      tags: ['Trash'],
    })
    .output(z.void())
    .errors(can(...anyWrite)),
};
