import { z } from 'zod';
import { entryId, timestamp } from './entries.ts';

/** A password that a person created for a program. It grants everything the person may do, except creating app passwords. */
export const appPassword = z
  .object({ id: entryId, name: z.string(), createdAt: timestamp, lastUsedAt: timestamp.nullable() })
  .meta({ id: 'AppPassword' });

/** Gives access to the bytes of one file: a URL with it opens without a session, until it expires or is revoked. */
export const downloadToken = z
  .object({ id: entryId, fileId: entryId, createdAt: timestamp, expiresAt: timestamp.nullable() })
  .meta({ id: 'DownloadToken' });

export type AppPassword = z.infer<typeof appPassword>;
export type DownloadToken = z.infer<typeof downloadToken>;
