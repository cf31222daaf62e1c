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
      'Undoes all of it, or nothing: `data` of `cannot-undo` has the `name` of the entry that has changed since, and `why`: `changed`, `gone`, `not-in-trash`, `not-empty`, `name-taken`, `folder-gone`. Each call that changes folders and files returns its `operationId`, which can be used once, within an hour; the `operationId` of the answer undoes the undoing. For an upload that made the next version of a file it is the id of that version, which is in its URL.',
    tags: ['Entries'],
  })
  .input(z.strictObject({ operationId: z.uuid() }))
  .output(z.object({ operationId }))
  .errors(pickErrors(...anyWrite, 'operation-not-found', 'cannot-undo'));
