import { z } from 'zod';
import { timestamp } from './entries.ts';

/** A step that the server took by itself for its backups. */
const backupRun = z
  .object({
    kind: z.enum(['backup', 'verification', 'thinning', 'trial-restore']),
    /** By the clock on the server's wall. */
    day: z.iso.date(),
    /** `damaged`: it was done, and something is missing or changed. */
    state: z.enum(['running', 'done', 'damaged', 'failed', 'interrupted']),
    begunAt: timestamp,
    endedAt: timestamp.nullable(),
    files: z.number().int().min(0).nullable(),
    bytes: z.number().int().min(0).nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'BackupRun' });

/** What a server says about its backups. Each of the last ones is null as long as there was none. */
export const backupState = z
  .object({
    /** `new`: none was taken yet; `trouble`: the last run of some kind did not end well; `overdue`: none succeeded for two days. */
    state: z.enum(['good', 'new', 'trouble', 'overdue']),
    folder: z.string(),
    at: z.string(),
    /** The last ones that ended well. */
    backup: backupRun.nullable(),
    verification: backupRun.nullable(),
    trialRestore: backupRun.nullable(),
    /** The last runs of all kinds, the newest first. */
    runs: z.array(backupRun),
  })
  .meta({ id: 'BackupState' });

export type BackupRun = z.infer<typeof backupRun>;
export type BackupState = z.infer<typeof backupState>;
