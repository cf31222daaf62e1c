import { oc } from '@orpc/contract';
import { z } from 'zod';
import { searchKinds } from '../kinds.ts';
import { maxSearchCharacters, maxSearchHits, maxSearchTerms } from '../limits.ts';
import { entry, entryId, folder, saidTime } from '../records/entries.ts';
import { anyCall, pickErrors } from './endpoint-errors.ts';
import { storable } from './storable.ts';

/** Hits of a page without `limit`. */
const defaultHits = 20;

const number = z.coerce.number<number>();

export const searchApi = oc
  .route({
    method: 'GET',
    path: '/api/search',
    summary: 'Find folders and files by their names',
    description:
      'What has every word of `q` in its name, without regard to case, accents and width, the last added first; words of one or two letters begin a word of the name. Without `q`, everything that the filters let through. If there are few, names follow that have words like those of `q`; with an app password for one folder none do. `from` and `to` are times of modification, `minSize` and `maxSize` sizes of files in bytes, all inclusive; `folderId` is a folder somewhere above. What is in Trash is not found. A page may have fewer hits than `limit` and still a next one. `path` lists the folders above, from the top.',
    tags: ['Entries'],
  })
  .input(
    z.strictObject({
      q: storable
        .max(maxSearchCharacters)
        .refine((text) => text.trim().split(/\s+/u).length <= maxSearchTerms, `At most ${maxSearchTerms} words`)
        .default(''),
      kind: z.enum(searchKinds).optional(),
      from: number.pipe(saidTime).optional(),
      to: number.pipe(saidTime).optional(),
      minSize: number.pipe(z.int().min(0)).optional(),
      maxSize: number.pipe(z.int().min(0)).optional(),
      folderId: entryId.optional(),
      starred: z.union([z.boolean(), z.stringbool()]).optional().describe('Only what is starred, or what is not'),
      cursor: z.string().max(2000).optional().describe('`nextCursor` of the previous page'),
      limit: number.pipe(z.int().min(1).max(maxSearchHits)).default(defaultHits),
    }),
  )
  .output(z.object({ hits: z.array(z.object({ entry, path: folder.shape.path })), nextCursor: z.string().nullable() }))
  .errors(pickErrors(...anyCall, 'folder-not-found'));
