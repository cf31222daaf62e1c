import { oc } from '@orpc/contract';
import { z } from 'zod';
import { maxBatchOperations, maxFileBytes } from '../limits.ts';
import { appPassword, downloadToken } from '../records/access.ts';
import { accountEvent } from '../records/account-events.ts';
import { operation } from '../records/batch.ts';
import {
  changedEntry,
  entry,
  entryId,
  file,
  folder,
  integrity,
  listedFolder,
  operationId,
  rootFolder,
  timestamp,
} from '../records/entries.ts';
import { sortDirections, sortKeys } from '../sort-orders.ts';
import { sha256Pattern } from '../storage.ts';
import { anyCall, anyWrite, nameErrors, pickErrors } from './endpoint-errors.ts';
import { pageWanted } from './paging.ts';
import { searchApi } from './search-api.ts';
import { storageApi } from './storage-api.ts';
import { trashApi } from './trash-api.ts';
import { undoApi } from './undo-api.ts';
import { versionRuleApi, versionsApi } from './versions-api.ts';
import { viewsApi } from './views-api.ts';

/** No control characters and no lone surrogates. */
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
      .output(folder.extend({ operationId }))
      .errors(pickErrors(...anyWrite, ...nameErrors, 'folder-not-found', 'too-deep')),
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
          'Folders first, then files, each in the order of `sort`: time of creation, name (numbers by their value, without regard to case and accents), time of modification, size or kind; folders have no size and kind. What is equal is in the order of its ids. `revision` is the account revision at which the page was read; the live stream continues from there.',
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
  },
  entries: {
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
        pickErrors(...anyWrite, ...nameErrors, 'entry-not-found', 'folder-not-found', 'move-into-itself', 'too-deep'),
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
      .errors(pickErrors(...anyWrite, 'entry-not-found')),
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
  },
  search: searchApi,
  views: viewsApi,
  trash: trashApi,
  undo: undoApi,
  versions: versionsApi,
  batch: oc
    .route({
      method: 'POST',
      path: '/api/batch',
      summary: 'Run several operations, all or nothing',
      description:
        'The operations run in order in one transaction. If one fails, nothing is changed, and `data.operation` of the error is its index, counted from 0. `entries` contains the entry that each created or changed, in its state after the last one, or null if it is then in Trash. Together, the copies and moves of a batch may reach 1,000 folders and files.',
      tags: ['Entries'],
    })
    .input(z.strictObject({ operations: z.array(operation).min(1).max(maxBatchOperations) }))
    .output(z.object({ entries: z.array(entry.nullable()), operationId }))
    .errors(
      pickErrors(
        ...anyWrite,
        ...nameErrors,
        'entry-not-found',
        'folder-not-found',
        'not-in-trash',
        'move-into-itself',
        'too-deep',
        'copy-into-itself',
        'too-much-at-once',
      ),
    ),
  files: {
    sizeIsStored: oc
      .route({
        method: 'GET',
        path: '/api/files/sizes/{size}',
        summary: 'Is a file of this size stored?',
        description: 'If not, a client need not compute the SHA-256 of a file before it uploads it.',
        tags: ['Files'],
      })
      .input(z.strictObject({ size: z.coerce.number<number>().int().min(0).max(maxFileBytes) }))
      .output(z.object({ kept: z.boolean() }))
      .errors(pickErrors(...anyCall)),
    reuse: oc
      .route({
        method: 'POST',
        path: '/api/files/link',
        summary: 'Store a file whose bytes the account already has, without uploading them',
        description: '`file` is null if the account has no such bytes; then they have to be uploaded.',
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
      .errors(pickErrors(...anyWrite, ...nameErrors, 'folder-not-found')),
    integrity: oc
      .route({
        method: 'GET',
        path: '/api/files/{id}/integrity',
        summary: 'Read the checksums of a file and when they were last verified',
        description: 'For the current version of the file. The server verifies everything it stores within a week.',
        tags: ['Files'],
      })
      .input(z.strictObject({ id: entryId }))
      .output(integrity)
      .errors(pickErrors(...anyCall, 'object-not-found')),
  },
  appPasswords: {
    list: oc
      .route({ method: 'GET', path: '/api/app-passwords', summary: 'List app passwords', tags: ['Access'] })
      .output(z.array(appPassword))
      .errors(pickErrors(...anyCall, 'session-needed')),
    create: oc
      .route({
        method: 'POST',
        path: '/api/app-passwords',
        successStatus: 201,
        summary: 'Create an app password',
        description:
          'The token is returned only once. Programs send it as `Authorization: Bearer <token>`. With `access` set to `read` nothing can be changed with it, and with a `folderId` it reaches that folder only, as if it were Root.',
        tags: ['Access'],
      })
      .input(
        z.strictObject({
          name: z.string().trim().min(1).max(100).regex(writtenText),
          expiresAt: timestamp.nullable().default(null),
          access: appPassword.shape.access.default('write'),
          folderId: entryId.nullable().default(null),
        }),
      )
      .output(appPassword.extend({ token: z.string() }))
      .errors(pickErrors(...anyWrite, 'session-needed', 'folder-not-found', 'too-many-app-passwords')),
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
      .errors(pickErrors(...anyWrite, 'session-needed', 'app-password-not-found')),
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
      .errors(pickErrors(...anyCall, 'object-not-found')),
    create: oc
      .route({
        method: 'POST',
        path: '/api/entries/{fileId}/download-tokens',
        successStatus: 201,
        summary: 'Create a download token for a file',
        description: 'The URL with the token opens without a session. The token is returned only once.',
        tags: ['Access'],
      })
      .input(z.strictObject({ fileId: entryId, expiresAt: timestamp.nullable().default(null) }))
      .output(downloadToken.extend({ token: z.string(), url: z.string() }))
      .errors(pickErrors(...anyWrite, 'object-not-found')),
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
      .errors(pickErrors(...anyWrite, 'token-not-found')),
  },
  account: {
    versions: versionRuleApi,
    events: oc
      .route({
        method: 'GET',
        path: '/api/account/events',
        summary: 'List what happened with the account',
        description:
          'The newest 100 log-ins, log-outs and changes of what gives access, the last one first. They are stored for 180 days.',
        tags: ['Access'],
      })
      .output(z.object({ events: z.array(accountEvent) }))
      .errors(pickErrors(...anyCall, 'session-needed')),
    storage: storageApi,
  },
};

export type Api = typeof api;
