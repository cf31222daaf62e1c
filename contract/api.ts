import { oc } from '@orpc/contract';
import { z } from 'zod';
import { appPassword, downloadToken } from './access.ts';
import { operation } from './batch.ts';
import { entry, entryId, file, folder, integrity, rootFolder, timestamp } from './entries.ts';
import { maxBatchOperations, maxFileBytes } from './limits.ts';
import { pageWanted } from './paging.ts';
import { anyCall, anyWrite, can, nameErrors } from './refusals.ts';
import { sha256Pattern } from './storage.ts';
import { trashApi } from './trash-api.ts';

/** No control characters, no halves of characters. */
const writtenText = /^[^\p{Cc}\p{Cs}]*$/u;

const folderRef = z.union([z.literal('root'), entryId]).describe('A folder id, or `root` for Root');

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
      .errors(can(...anyWrite, ...nameErrors, 'folder-not-found', 'too-deep')),
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
          ...pageWanted,
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
      .errors(can(...anyWrite, ...nameErrors, 'entry-not-found', 'folder-not-found', 'move-into-itself', 'too-deep')),
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
    copy: oc
      .route({
        method: 'POST',
        path: '/api/entries/{id}/copy',
        successStatus: 201,
        summary: 'Copy a folder or file to a folder',
        description:
          'A folder is copied with everything in it. The current content of a file is shared, so a copy takes no further room. Without a name the copy keeps its own, or gets "name (copy)" where that is taken.',
        tags: ['Entries'],
      })
      .input(z.strictObject({ id: entryId, parentId: entryId.nullable(), name: z.string().optional() }))
      .output(entry)
      .errors(can(...anyWrite, ...nameErrors, 'entry-not-found', 'folder-not-found', 'copy-into-itself', 'too-deep')),
  },
  trash: trashApi,
  batch: oc
    .route({
      method: 'POST',
      path: '/api/batch',
      summary: 'Do many things at once, all or nothing',
      description:
        'The operations happen one after the other in one transaction. When one is refused nothing happens, and `data.operation` of the error tells which, counted from 0. `entries` are what each made or changed, as it is after the last one; null for what is in Trash then.',
      tags: ['Entries'],
    })
    .input(z.strictObject({ operations: z.array(operation).min(1).max(maxBatchOperations) }))
    .output(z.object({ entries: z.array(entry.nullable()) }))
    .errors(
      can(
        ...anyWrite,
        ...nameErrors,
        'entry-not-found',
        'folder-not-found',
        'not-in-trash',
        'move-into-itself',
        'too-deep',
        'copy-into-itself',
      ),
    ),
  files: {
    sizeIsKept: oc
      .route({
        method: 'GET',
        path: '/api/files/sizes/{size}',
        summary: 'Is a file of this size kept?',
        description: 'When none is, a client need not compute the SHA-256 of a file before it sends it.',
        tags: ['Files'],
      })
      .input(z.strictObject({ size: z.coerce.number<number>().int().min(0).max(maxFileBytes) }))
      .output(z.object({ kept: z.boolean() }))
      .errors(can(...anyCall)),
    link: oc
      .route({
        method: 'POST',
        path: '/api/files/link',
        summary: 'Keep a file whose bytes are here already, without sending them',
        description: 'Answers with no file when the account keeps no such bytes: then they have to be sent.',
        tags: ['Files'],
      })
      .input(
        z.strictObject({
          name: z.string(),
          folderId: entryId.nullable(),
          size: z.int().min(0).max(maxFileBytes),
          sha256: z.string().regex(sha256Pattern),
          contentType: z.string().max(128).optional(),
          modifiedAt: timestamp.optional(),
        }),
      )
      .output(z.object({ file: file.nullable() }))
      .errors(can(...anyWrite, ...nameErrors, 'folder-not-found')),
    integrity: oc
      .route({
        method: 'GET',
        path: '/api/files/{id}/integrity',
        summary: 'Read the sums of a file and when its bytes were compared with them last',
        description: 'Of the version that the file shows. The server reads everything it keeps again within a week.',
        tags: ['Files'],
      })
      .input(z.strictObject({ id: entryId }))
      .output(integrity)
      .errors(can(...anyCall, 'object-not-found')),
  },
  appPasswords: {
    list: oc
      .route({ method: 'GET', path: '/api/app-passwords', summary: 'List the app passwords', tags: ['Access'] })
      .output(z.array(appPassword))
      .errors(can(...anyCall, 'session-needed')),
    create: oc
      .route({
        method: 'POST',
        path: '/api/app-passwords',
        successStatus: 201,
        summary: 'Make an app password',
        description: 'The token is told this once. Programs send it as `Authorization: Bearer <token>`.',
        tags: ['Access'],
      })
      .input(z.strictObject({ name: z.string().trim().min(1).max(100).regex(writtenText) }))
      .output(appPassword.extend({ token: z.string() }))
      .errors(can(...anyWrite, 'session-needed')),
    revoke: oc
      .route({
        method: 'DELETE',
        path: '/api/app-passwords/{id}',
        successStatus: 204,
        summary: 'Revoke an app password',
        tags: ['Access'],
      })
      .input(z.strictObject({ id: entryId }))
      .output(z.void())
      .errors(can(...anyWrite, 'session-needed', 'app-password-not-found')),
  },
  downloadTokens: {
    list: oc
      .route({
        method: 'GET',
        path: '/api/entries/{fileId}/download-tokens',
        summary: 'List the download tokens of a file',
        tags: ['Access'],
      })
      .input(z.strictObject({ fileId: entryId }))
      .output(z.array(downloadToken))
      .errors(can(...anyCall, 'object-not-found')),
    create: oc
      .route({
        method: 'POST',
        path: '/api/entries/{fileId}/download-tokens',
        successStatus: 201,
        summary: 'Make a download token for a file',
        description: 'The address with the token opens without a session. The token is told this once.',
        tags: ['Access'],
      })
      .input(z.strictObject({ fileId: entryId, expiresAt: timestamp.nullable().default(null) }))
      .output(downloadToken.extend({ token: z.string(), url: z.string() }))
      .errors(can(...anyWrite, 'object-not-found')),
    revoke: oc
      .route({
        method: 'DELETE',
        path: '/api/download-tokens/{id}',
        successStatus: 204,
        summary: 'Revoke a download token',
        tags: ['Access'],
      })
      .input(z.strictObject({ id: entryId }))
      .output(z.void())
      .errors(can(...anyWrite, 'token-not-found')),
  },
};

export type Api = typeof api;
