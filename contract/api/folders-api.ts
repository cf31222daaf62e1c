import { oc } from '@orpc/contract';
import { z } from 'zod';
import { entryId, file, folder, listedFolder, operationId, rootFolder } from '../records/entries.ts';
import { sortDirections, sortKeys } from '../sort-orders.ts';
import { anyCall, nameErrors, pickErrors, repeatableWrite } from './endpoint-errors.ts';
import { pageWanted } from './paging.ts';

const folderRef = z.union([z.literal('root'), entryId]).describe('A folder id, or `root` for Root');

export const foldersApi = {
  create: oc
    .route({
      method: 'POST',
      path: '/api/folders',
      successStatus: 201,
      summary: 'Create a folder',
      tags: ['Folders'],
    })
    .input(z.strictObject({ name: z.string(), parentId: entryId.nullable() }))
    .output(folder.extend({ operationId }))
    .errors(pickErrors(...repeatableWrite, ...nameErrors, 'folder-not-found', 'too-deep')),
  get: oc
    .route({ method: 'GET', path: '/api/folders/{id}', summary: 'Read a folder', tags: ['Folders'] })
    .input(z.strictObject({ id: folderRef }))
    .output(z.union([folder, rootFolder]))
    .errors(pickErrors(...anyCall, 'folder-not-found')),
  children: oc
    .route({
      method: 'GET',
      path: '/api/folders/{id}/children',
      summary: 'List the contents of a folder',
      description:
        'Folders first, then files, each in the order of `sort`: time of creation, name (numbers by their value, without regard to case and accents), time of modification, size, kind or time at which it was taken; folders have no size and kind. What is equal is in the order of its ids. What was taken at no known time comes last, whatever the direction, in the order of its names. `revision` is the account revision at which the page was read; the live stream continues from there.',
      tags: ['Folders'],
    })
    .input(
      z.strictObject({
        id: folderRef,
        ...pageWanted,
        sort: z.enum(sortKeys).default('created'),
        direction: z.enum(sortDirections).default('asc'),
      }),
    )
    .output(
      z.object({
        folder: z.union([folder, rootFolder]),
        path: folder.shape.path.describe('Of the folders and files listed'),
        folders: z.array(listedFolder),
        files: z.array(file),
        nextCursor: z.string().nullable(),
        revision: z.int().min(0),
      }),
    )
    .errors(pickErrors(...anyCall, 'folder-not-found')),
};
