import { z } from 'zod';
import { maxLeftOutListed } from '../limits.ts';
import { entryId, operationId, timestamp } from './entries.ts';

/**
 * Why something in an archive was left out. `unsafe-path`: it leads out of the folder; `invalid-name`: no folder or file may be
 * called so; `encrypted`; `method`: it is compressed in a way that is not supported; `link` and `special`: it is no file;
 * `damaged`: its bytes are not those that the archive tells of.
 */
export const leftOutReasons = [
  'unsafe-path',
  'invalid-name',
  'too-deep',
  'encrypted',
  'method',
  'link',
  'special',
  'damaged',
] as const;

const leftOut = z.object({
  path: z.string().describe('In the archive, shortened if it is long'),
  why: z.enum(leftOutReasons),
  method: z.string().nullable().describe('The name of the method that is not supported'),
});

const progress = z.object({ done: z.int().min(0), total: z.int().min(0) });

/** An archive that becomes a folder. */
export const unpacking = z
  .object({
    id: z.uuid(),
    fileId: entryId.describe('The archive'),
    folderId: entryId.describe('The folder that it becomes; it fills while the archive is unpacked'),
    name: z.string().describe('Of the archive'),
    state: z.enum(['running', 'done', 'stopped', 'failed']).describe('What was unpacked stays, however it ended'),
    entries: progress.describe('Folders and files of the archive, with what was left out'),
    bytes: progress.describe('Of its files, unpacked'),
    leftOut: z.object({
      count: z.int().min(0),
      first: z.array(leftOut).max(maxLeftOutListed).describe('The first of them'),
    }),
    error: z.string().nullable().describe('The code of the error that ended it'),
    operationId,
    startedAt: timestamp,
    endedAt: timestamp.nullable(),
  })
  .meta({ id: 'Unpacking' });

export type LeftOut = z.infer<typeof leftOut>;
export type Unpacking = z.infer<typeof unpacking>;
