import { oc } from '@orpc/contract';
import { z } from 'zod';
import { maxFileBytes } from '../limits.ts';
import { entryId, file, integrity, operationId, saidTime } from '../records/entries.ts';
import { facts } from '../records/facts.ts';
import { sha256Pattern } from '../storage.ts';
import { anyCall, anyWrite, nameErrors, pickErrors } from './endpoint-errors.ts';

export const filesApi = {
  sizeIsStored: oc
    .route({
      method: 'GET',
      path: '/api/files/sizes/{size}',
      summary: 'Is a file of this size stored?',
      description: 'If not, a client need not compute the SHA-256 of a file before it uploads it.',
      tags: ['Files'],
    })
    .input(z.strictObject({ size: z.coerce.number<number>().int().min(0).max(maxFileBytes) }))
    .output(z.object({ stored: z.boolean() }))
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
        modifiedAt: saidTime.optional(),
      }),
    )
    .output(z.object({ file: file.nullable(), operationId }))
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
  facts: oc
    .route({
      method: 'GET',
      path: '/api/files/{id}/facts',
      summary: 'Read what a file says of itself',
      description:
        'When and where a photograph was taken and with which camera, how long a film plays, how many pages a document has: of the current version, read once from its bytes. Where these say nothing, what a Google Takeout told of it that it was unpacked from counts, as does its description.',
      tags: ['Files'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(facts)
    .errors(pickErrors(...anyCall, 'object-not-found')),
};
