import { oc } from '@orpc/contract';
import { z } from 'zod';
import { entryId, operationId } from '../records/entries.ts';
import { pickErrors, repeatableWrite } from './endpoint-errors.ts';

export const undoApi = oc
  .route({
    method: 'POST',
    path: '/api/undo/{operationId}',
    summary: 'Undo what a call did',
    description:
      'Undoes all of it, or nothing: `data` of `cannot-undo` has the `name` of the entry that has changed since, and `why`: `changed`, `gone`, `not-in-trash`, `not-empty`, `name-taken`, `folder-gone`, `damaged` (the content that would come back). Each call that changes folders and files returns its `operationId`, which can be used once, within an hour; the `operationId` of the answer undoes the undoing. Uploads and calls by path return it in the header `Keepsake-Operation-Id`; for an upload it is the id of the version that it made, which is in its URL, and there is none where the file had these bytes already. A new file goes to Trash, unless it has another content by then.',
    tags: ['Entries'],
  })
  .input(z.strictObject({ operationId: z.uuid() }))
  .output(
    z.object({
      operationId,
      elsewhere: z
        .array(z.object({ id: entryId, name: z.string(), parentId: entryId.nullable() }))
        .describe(
          'What came back from Trash to another place than it had, and where it is now: its folder was gone, or its name taken',
        ),
    }),
  )
  .errors(pickErrors(...repeatableWrite, 'operation-not-found', 'cannot-undo'));
