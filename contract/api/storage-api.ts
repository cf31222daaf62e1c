import { oc } from '@orpc/contract';
import { z } from 'zod';
import { fileKinds } from '../kinds.ts';
import { anyCall, pickErrors } from './endpoint-errors.ts';

const bytes = z.int().min(0);

const sum = z.object({ count: z.int().min(0), bytes });

/** What an account stores, in bytes. */
export const storage = z
  .object({
    usedBytes: bytes.describe('What counts towards the quota: equal content is stored once'),
    quotaBytes: bytes.nullable().describe('null without a quota'),
    kinds: z
      .array(z.object({ kind: z.enum(fileKinds), ...sum.shape }))
      .describe('The files of each kind by their current versions, with those in Trash; the largest kind first'),
    oldVersions: sum.describe('Versions that are not the current ones of their files'),
    trash: sum.describe('What was moved to Trash; the bytes of everything in it, which `kinds` count too'),
  })
  .meta({ id: 'Storage' });

export const storageApi = oc
  .route({
    method: 'GET',
    path: '/api/account/storage',
    summary: 'Read what fills the space of the account',
    description:
      'Content that several files or versions share is counted for each of them, but only once in `usedBytes`.',
    tags: ['Access'],
  })
  .output(storage)
  .errors(pickErrors(...anyCall));

export type Storage = z.infer<typeof storage>;
