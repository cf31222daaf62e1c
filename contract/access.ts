import { z } from 'zod';
import { entryId, timestamp } from './entries.ts';

/** A password that a person made for a program: it does what the person may do, but makes no other passwords. */
export const appPassword = z
  .object({ id: entryId, name: z.string(), createdAt: timestamp, lastUsedAt: timestamp.nullable() })
  .meta({ id: 'AppPassword' });

/** A key to the bytes of one file: its address opens without a session, until it expires or is revoked. */
export const downloadToken = z
  .object({ id: entryId, fileId: entryId, createdAt: timestamp, expiresAt: timestamp.nullable() })
  .meta({ id: 'DownloadToken' });

export type AppPassword = z.infer<typeof appPassword>;
export type DownloadToken = z.infer<typeof downloadToken>;
