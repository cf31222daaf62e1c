import { oc } from '@orpc/contract';
import { z } from 'zod';
import { maxBatchOperations } from '../limits.ts';
import { entryId, file, operationId, preview, timestamp } from '../records/entries.ts';
import { versionRules } from '../version-rules.ts';
import { anyCall, anyWrite, pickErrors } from './endpoint-errors.ts';
import { pageWanted } from './paging.ts';

/** One content that a file has or had. */
export const version = z
  .object({
    id: z.uuid(),
    version: z.int().min(1).describe('Counts the contents of a file; numbers of deleted versions are not used again'),
    isCurrent: z.boolean(),
    size: z.int().min(0),
    contentType: z.string(),
    createdAt: timestamp.describe('When it became a version of the file'),
    url: z.string().describe('Opens this version; requires a session of its owner'),
    preview: preview.nullable().describe('null if there is no thumbnail'),
  })
  .meta({ id: 'Version' });

export type Version = z.infer<typeof version>;

const oneVersion = z.strictObject({ id: entryId, versionId: z.uuid() });

const oldVersions = z.object({
  count: z.int().min(0),
  bytes: z.int().min(0),
  isComplete: z.boolean().describe('Whether everything below the folder was looked at; otherwise there may be more'),
});

export type OldVersions = z.infer<typeof oldVersions>;

/** The endpoints of the versions of files. */
export const versionsApi = {
  below: oc
    .route({
      method: 'GET',
      path: '/api/folders/{id}/old-versions',
      summary: 'Count what the old versions in a folder take',
      description: 'Of all files below the folder, at any depth: how many versions are not current, and their bytes.',
      tags: ['Versions'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(oldVersions)
    .errors(pickErrors(...anyCall, 'folder-not-found')),
  list: oc
    .route({
      method: 'GET',
      path: '/api/files/{id}/versions',
      summary: 'List the versions of a file',
      description: 'The newest first, which is the current one. Each takes up space until it is deleted.',
      tags: ['Versions'],
    })
    .input(z.strictObject({ id: entryId, ...pageWanted }))
    .output(z.object({ versions: z.array(version), nextCursor: z.string().nullable() }))
    .errors(pickErrors(...anyCall, 'object-not-found')),
  restore: oc
    .route({
      method: 'POST',
      path: '/api/files/{id}/versions/{versionId}/restore',
      summary: 'Make an earlier version the current one',
      description:
        'The file gets a new version with the content, metadata and time of modification of the earlier one, which stays. It shares the bytes, so it takes up no further space. Restoring the current version changes nothing.',
      tags: ['Versions'],
    })
    .input(oneVersion)
    .output(file.extend({ operationId }))
    .errors(pickErrors(...anyWrite, 'object-not-found', 'version-not-found', 'file-damaged')),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/api/files/{id}/versions/{versionId}',
      successStatus: 204,
      summary: 'Delete an earlier version permanently',
      description: 'Frees its space, unless something else has the same bytes.',
      tags: ['Versions'],
    })
    .input(oneVersion)
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'object-not-found', 'version-not-found', 'version-is-current')),
  keepBoth: oc
    .route({
      method: 'POST',
      path: '/api/files/keep-both',
      summary: 'Make the current versions of files into files of their own',
      description:
        'Each becomes a file in the same folder, named "name (new)", and the version before it is the current one of its file again, with a new number. `version` is the number of the current version as the client knows it. All or nothing; in the answer, `file` is the file as it is then and `added` the new one, in the order of the input. Undoing it makes the content of the new file the next version again and moves that file to Trash.',
      tags: ['Versions'],
    })
    .input(
      z.strictObject({
        files: z
          .array(z.strictObject({ id: entryId, version: z.int().min(1) }))
          .min(1)
          .max(maxBatchOperations),
      }),
    )
    .output(z.object({ files: z.array(z.object({ file, added: file })), operationId }))
    .errors(pickErrors(...anyWrite, 'object-not-found', 'version-not-found', 'generation-mismatch')),
};

const rule = z.object({
  keep: z
    .enum(versionRules)
    .describe(
      '`all`; `last-30` and `last-10` of each file, with the current one; `by-age`: all that were replaced within a day, of older ones the last of each day, and after 30 days the last of each week',
    ),
});

/** Which versions of the account's files stay. */
export const versionRuleApi = {
  get: oc
    .route({
      method: 'GET',
      path: '/api/account/versions',
      summary: 'Read which versions of files stay',
      tags: ['Versions'],
    })
    .output(rule)
    .errors(pickErrors(...anyCall, 'not-allowed')),
  set: oc
    .route({
      method: 'PUT',
      path: '/api/account/versions',
      summary: 'Choose which versions of files stay',
      description:
        'Versions beyond the rule are deleted permanently by a job that runs once a day. The current version of a file always stays.',
      tags: ['Versions'],
    })
    .input(z.strictObject(rule.shape))
    .output(rule)
    .errors(pickErrors(...anyWrite, 'not-allowed')),
};
