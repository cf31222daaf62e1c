import { z } from 'zod';
import { backupState } from './backup-runs.ts';
import { timestamp } from './entries.ts';
import { jobState } from './job-state.ts';

const count = z.int().min(0);

/** What needs whoever runs the server. */
export const serverProblems = [
  'not-ready',
  'disk-nearly-full',
  'files-damaged',
  'check-late',
  'backup-late',
  'backup-trouble',
  'mail-refused',
  'proxy-untrusted',
  'certificate-ending',
  'nodes-differ',
  'job-failed',
] as const;

/** How a server is. */
export const serverReport = z
  .object({
    at: timestamp,
    problems: z.array(z.enum(serverProblems)).describe('Empty when everything is well'),
    disk: z.object({
      freeBytes: count.nullable().describe('null where the files are in S3'),
      totalBytes: count.nullable(),
      usedBytes: count.describe('What all accounts store'),
      bytesPerDay: z.int().nullable().describe('How much more it was each day of the last 30; null until it is known'),
    }),
    files: z.object({
      damaged: count,
      oldestCheckAt: timestamp.nullable().describe('Every file was read again since; null when nothing is stored'),
      waiting: count.describe('Whose facts and thumbnails are still to be read; 10000 stands for more'),
    }),
    jobs: z.object({
      isIndexing: z.boolean().describe('Whether names are still added to the search'),
      unpacking: count,
      list: z.array(jobState).describe('How each job last went on this node, since its start'),
      lastProblem: z.object({ at: timestamp, says: z.string() }).nullable().describe('Of this node, since its start'),
    }),
    backup: z
      .object({
        at: timestamp.nullable().describe('When the last good one ended'),
        state: backupState.shape.state,
      })
      .nullable()
      .describe('Of those that the server takes by itself; null when it takes none'),
    mail: z.object({
      kind: z.enum(['smtp', 'outbox']),
      sentAt: timestamp.nullable().describe('By this node, since its start'),
      failedAt: timestamp.nullable(),
      failure: z.string().nullable(),
    }),
    version: z.string(),
    nodes: z.array(z.object({ name: z.string(), version: z.string(), startedAt: timestamp, seenAt: timestamp })),
    address: z.object({
      publicUrl: z.string().nullable(),
      yours: z.string().describe('Yours, as the server sees it'),
      proxy: z.enum(['none', 'trusted', 'untrusted']),
    }),
    certificate: z
      .object({ endsAt: timestamp.nullable(), problem: z.string().nullable() })
      .nullable()
      .describe('As the public address shows it; null without https'),
  })
  .meta({ id: 'ServerReport' });

export type ServerReport = z.infer<typeof serverReport>;
export type ServerProblem = ServerReport['problems'][number];
