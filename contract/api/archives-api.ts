import { oc } from '@orpc/contract';
import { z } from 'zod';
import { maxArchiveIds } from '../limits.ts';
import { archive } from '../records/archives.ts';
import { entryId } from '../records/entries.ts';
import { anyWrite, pickErrors } from './endpoint-errors.ts';

export const archivesApi = {
  create: oc
    .route({
      method: 'POST',
      path: '/api/archives',
      summary: 'Make one download of several folders and files',
      description:
        'A zip of folders with everything in them, and of files, that are live. `url` gives its bytes to the same person for a day, like `GET /api/folders/{id}/archive`: what is in it is read when it is downloaded. An id below another one of the list counts once.',
      tags: ['Content'],
    })
    .input(z.strictObject({ ids: z.array(entryId).min(1).max(maxArchiveIds) }))
    .output(archive)
    .errors(pickErrors(...anyWrite, 'entry-not-found', 'archive-changed', 'too-much-at-once', 'file-damaged')),
};
