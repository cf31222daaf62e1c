import { oc } from '@orpc/contract';
import { z } from 'zod';
import { maxZipParts } from '../limits.ts';
import { entryId } from '../records/entries.ts';
import { unpacking } from '../records/unpackings.ts';
import { anyCall, anyWrite, pickErrors } from './endpoint-errors.ts';

const unpackingId = z.strictObject({ id: z.uuid() });

export const unpackingsApi = {
  begin: oc
    .route({
      method: 'POST',
      path: '/api/files/{id}/unpack',
      successStatus: 202,
      summary: 'Unpack a zip into a folder beside it',
      description:
        'Answers once the directory of the zip was read and the folder is there; the server then fills it, also when nobody is connected and after a restart. The folder is called like the zip, with a number if that name is taken; nothing is overwritten. Files keep their times. What cannot be unpacked is left out, and `leftOut` says why. The archives of a person are unpacked one after the other.',
      tags: ['Files'],
    })
    .input(
      z.strictObject({
        id: entryId,
        parts: z
          .array(entryId)
          .max(maxZipParts - 1)
          .optional()
          .describe('The other parts of the archive, as Google Takeout makes them: each a zip, all of one tree'),
      }),
    )
    .output(unpacking)
    .errors(
      pickErrors(
        ...anyWrite,
        'object-not-found',
        'folder-not-found',
        'file-damaged',
        'too-deep',
        'quota-exceeded',
        'too-many-unpackings',
        'zip-invalid',
        'zip-unsafe',
        'zip-encrypted',
        'zip-too-large',
      ),
    ),
  list: oc
    .route({
      method: 'GET',
      path: '/api/unpackings',
      summary: 'List the archives that are being unpacked',
      tags: ['Files'],
    })
    .output(z.object({ unpackings: z.array(unpacking) }))
    .errors(pickErrors(...anyCall)),
  get: oc
    .route({
      method: 'GET',
      path: '/api/unpackings/{id}',
      summary: 'Follow an archive that is being unpacked',
      description: 'Also tells for a week how it ended.',
      tags: ['Files'],
    })
    .input(unpackingId)
    .output(unpacking)
    .errors(pickErrors(...anyCall, 'unpacking-not-found')),
  stop: oc
    .route({
      method: 'POST',
      path: '/api/unpackings/{id}/stop',
      summary: 'Stop unpacking an archive',
      description:
        'What was unpacked stays; the `operationId` moves all of it to Trash. One that has ended stays as it ended.',
      tags: ['Files'],
    })
    .input(unpackingId)
    .output(unpacking)
    .errors(pickErrors(...anyWrite, 'unpacking-not-found')),
};
