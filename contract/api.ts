import { oc } from '@orpc/contract';
import { z } from 'zod';
import { entry, entryId, file, folder, rootFolder } from './entries.ts';
import { type ErrorCode, errors } from './errors.ts';

/** Smallest and largest page of a listing (specification, section 9), and the page when none is asked for. */
export const minPageSize = 1;
export const maxPageSize = 1000;
export const defaultPageSize = 200;

const folderRef = z.union([z.literal('root'), entryId]).describe('A folder id, or `root` for Root');

function can<const Codes extends readonly ErrorCode[]>(...codes: Codes) {
  return Object.fromEntries(codes.map((code) => [code, errors[code]])) as Pick<typeof errors, Codes[number]>;
}

const anyCall = ['invalid-input', 'unauthenticated', 'internal-error'] as const;
const anyWrite = [...anyCall, 'invalid-json', 'body-too-large', 'foreign-origin', 'disk-full'] as const;
const nameErrors = [
  'name-empty',
  'name-too-long',
  'name-reserved',
  'name-has-slash',
  'name-has-nul',
  'name-not-text',
  'name-taken',
] as const;

/** Every JSON endpoint: method, path, input, output and typed errors. */
export const api = {
  folders: {
    create: oc
      .route({
        method: 'POST',
        path: '/api/folders',
        successStatus: 201,
        summary: 'Create a folder',
        tags: ['Folders'],
      })
      .input(z.strictObject({ name: z.string(), parentId: entryId.nullable() }))
      .output(folder)
      .errors(can(...anyWrite, ...nameErrors, 'folder-not-found')),
    get: oc
      .route({ method: 'GET', path: '/api/folders/{id}', summary: 'Read a folder', tags: ['Folders'] })
      .input(z.strictObject({ id: folderRef }))
      .output(z.union([folder, rootFolder]))
      .errors(can(...anyCall, 'folder-not-found')),
    children: oc
      .route({
        method: 'GET',
        path: '/api/folders/{id}/children',
        summary: 'List what a folder holds',
        description:
          'Folders first, then files, each in the order of creation. `revision` is the account revision at which the page was read: the live stream goes on from there.',
        tags: ['Folders'],
      })
      .input(
        z.strictObject({
          id: folderRef,
          cursor: z.string().max(200).optional().describe('`nextCursor` of the page before'),
          limit: z.coerce.number<number>().int().min(minPageSize).max(maxPageSize).default(defaultPageSize),
          sort: z.enum(['created']).default('created'),
        }),
      )
      .output(
        z.object({
          folder: z.union([folder, rootFolder]),
          path: folder.shape.path,
          folders: z.array(folder),
          files: z.array(file),
          nextCursor: z.string().nullable(),
          revision: z.int().min(0),
        }),
      )
      .errors(can(...anyCall, 'folder-not-found')),
  },
  entries: {
    get: oc
      .route({ method: 'GET', path: '/api/entries/{id}', summary: 'Read a folder or file', tags: ['Entries'] })
      .input(z.strictObject({ id: entryId }))
      .output(entry)
      .errors(can(...anyCall, 'entry-not-found')),
    update: oc
      .route({
        method: 'PATCH',
        path: '/api/entries/{id}',
        summary: 'Rename or move a folder or file',
        tags: ['Entries'],
      })
      .input(z.strictObject({ id: entryId, name: z.string().optional(), parentId: entryId.nullable().optional() }))
      .output(entry)
      .errors(can(...anyWrite, ...nameErrors, 'entry-not-found', 'folder-not-found', 'move-into-itself')),
    remove: oc
      .route({
        method: 'DELETE',
        path: '/api/entries/{id}',
        successStatus: 204,
        summary: 'Move a folder or file to Trash',
        tags: ['Entries'],
      })
      .input(z.strictObject({ id: entryId }))
      .output(z.void())
      .errors(can(...anyWrite, 'entry-not-found')),
  },
};

export type Api = typeof api;
