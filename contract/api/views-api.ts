import { oc } from '@orpc/contract';
import { z } from 'zod';
import { entry, folder, timestamp } from '../records/entries.ts';
import { views } from '../views.ts';
import { anyCall, pickErrors } from './endpoint-errors.ts';
import { pageWanted } from './paging.ts';

/** A folder or file with the folders above it, from the top. */
const viewed = z
  .object({
    entry,
    path: folder.shape.path,
    at: timestamp
      .nullable()
      .describe('When it was starred, or its content stored; null where the order is another one'),
  })
  .meta({ id: 'ViewedEntry' });

export const viewsApi = oc
  .route({
    method: 'GET',
    path: '/api/views/{view}',
    summary: 'List what is starred, recent or large, wherever it is',
    description:
      '`starred`: folders and files, the last starred first. `recent`: files, those first whose content was stored last. `largest`: files that are not empty, the largest first. What is in Trash is not listed. A page may have fewer hits than `limit` and still a next one. `revision` is as for the children of a folder.',
    tags: ['Entries'],
  })
  .input(z.strictObject({ view: z.enum(views), ...pageWanted }))
  .output(z.object({ hits: z.array(viewed), nextCursor: z.string().nullable(), revision: z.int().min(0) }))
  .errors(pickErrors(...anyCall));
