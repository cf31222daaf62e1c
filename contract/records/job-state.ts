import { z } from 'zod';
import { timestamp } from './entries.ts';

/** What a server does by itself, again and again. */
export const jobNames = [
  'uploads',
  'garbage',
  'scrub',
  'thumbnails',
  'unpacking',
  'search-index',
  'backups',
  'overdue-backups',
  'nearly-full',
  'closed-accounts',
  'days',
  'clock',
  'settings',
  'nodes',
] as const;

/** How one of them is. */
export const jobState = z
  .object({
    name: z.enum(jobNames),
    isRunning: z.boolean(),
    beganAt: timestamp.nullable(),
    endedAt: timestamp.nullable().describe('Of the last run that ended'),
    outcome: z
      .enum(['done', 'failed', 'elsewhere'])
      .nullable()
      .describe('How that ended; `elsewhere`: another node was doing it'),
    failure: z.string().nullable().describe('What failed in it'),
    nextAt: timestamp.nullable().describe('null while it runs, and for what waits for work instead of a time'),
  })
  .meta({ id: 'JobState' });

export type JobState = z.infer<typeof jobState>;
