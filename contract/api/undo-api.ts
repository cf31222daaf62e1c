import { oc } from '@orpc/contract';
import { z } from 'zod';
import { operationId } from '../records/entries.ts';
import { anyWrite, pickErrors } from './endpoint-errors.ts';

export const undoApi = oc
  .route({
    method: 'POST',
    path: '/api/undo/{operationId}',
    summary: 'Undo what a call did',
    description:
      'Takes back all of it, or nothing: `data` of `cannot-undo` has the `name` of what is not as the call left it, and `why`: `changed`, `gone`, `not-in-trash`, `not-empty`, `name-taken`, `folder-gone`. Each call that changes folders and files answers its `operationId`, which is good for an hour and once; the `operationId` of the answer undoes the undoing. That of an upload that made the next version of a file is the id of that version, which its url has.',
    tags: ['Entries'],
  })
  .input(z.strictObject({ operationId: z.uuid() }))
  .output(z.object({ operationId }))
  .errors(pickErrors(...anyWrite, 'operation-not-found', 'cannot-undo'));
