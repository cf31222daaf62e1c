import { oc } from '@orpc/contract';
import { z } from 'zod';
import { changedEntry, entry, entryId, operationId } from '../records/entries.ts';
import { anyCall, anyWrite, nameErrors, pickErrors, repeatableWrite } from './endpoint-errors.ts';

export const entriesApi = {
  get: oc
    .route({ method: 'GET', path: '/api/entries/{id}', summary: 'Read a folder or file', tags: ['Entries'] })
    .input(z.strictObject({ id: entryId }))
    .output(entry)
    .errors(pickErrors(...anyCall, 'entry-not-found')),
  update: oc
    .route({
      method: 'PATCH',
      path: '/api/entries/{id}',
      summary: 'Rename, move or star a folder or file',
      description: 'A copy is not starred; what is moved, restored or gets another version stays as it was.',
      tags: ['Entries'],
    })
    .input(
      z.strictObject({
        id: entryId,
        name: z.string().optional(),
        parentId: entryId.nullable().optional(),
        starred: z.boolean().optional(),
      }),
    )
    .output(changedEntry)
    .errors(
      pickErrors(
        ...repeatableWrite,
        ...nameErrors,
        'entry-not-found',
        'folder-not-found',
        'move-into-itself',
        'too-deep',
      ),
    ),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/api/entries/{id}',
      summary: 'Move a folder or file to Trash',
      tags: ['Entries'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(z.object({ operationId }))
    .errors(pickErrors(...repeatableWrite, 'entry-not-found')),
  copy: oc
    .route({
      method: 'POST',
      path: '/api/entries/{id}/copy',
      successStatus: 201,
      summary: 'Copy a folder or file to a folder',
      description:
        'A folder is copied with everything in it. The current content of a file is shared, so a copy takes no additional space. Without `name`, the copy has the same name, or "name (copy)" if that is taken. A copy of more than 1,000 folders and files is made in steps, and is visible once it is complete.',
      tags: ['Entries'],
    })
    .input(z.strictObject({ id: entryId, parentId: entryId.nullable(), name: z.string().optional() }))
    .output(changedEntry)
    .errors(
      pickErrors(
        ...anyWrite,
        ...nameErrors,
        'entry-not-found',
        'folder-not-found',
        'copy-into-itself',
        'too-deep',
        'too-much-at-once',
        'changed-meanwhile',
        'too-many-requests',
      ),
    ),
};
