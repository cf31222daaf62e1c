import { z } from 'zod';
import { entryId, timestamp } from './entries.ts';

/**
 * A password that a person created for a program. It never deletes for good, changes the account or creates app passwords.
 * `access` is what the program may do; with `folderId` it reaches that folder only, as if it were Root.
 */
export const appPassword = z
  .object({
    id: entryId,
    name: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
    access: z.enum(['read', 'write']),
    folderId: entryId.nullable(),
  })
  .meta({ id: 'AppPassword' });

/** Gives access to the bytes of one file: a URL with it opens without a session, until it expires or is revoked. */
export const downloadToken = z
  .object({ id: entryId, fileId: entryId, createdAt: timestamp, expiresAt: timestamp.nullable() })
  .meta({ id: 'DownloadToken' });

/** A log-in of a provider that opens the account. */
export const identity = z
  .object({
    id: entryId,
    issuer: z.string(),
    /** The address that the provider had verified when it was connected. */
    address: z.string().nullable(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'Identity' });

export type Identity = z.infer<typeof identity>;
export type AppPassword = z.infer<typeof appPassword>;
export type NewAppPassword = Pick<AppPassword, 'name' | 'expiresAt' | 'access' | 'folderId'>;
export type DownloadToken = z.infer<typeof downloadToken>;
