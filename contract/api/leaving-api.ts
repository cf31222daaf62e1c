import { oc } from '@orpc/contract';
import { z } from 'zod';
import { accountArchive } from '../records/archives.ts';
import { timestamp } from '../records/entries.ts';
import { anyWrite, pickErrors } from './endpoint-errors.ts';

/** Longer than any address can be (RFC 5321, section 4.5.3.1). */
const maxAddressLength = 320;

export const accountArchiveApi = oc
  .route({
    method: 'POST',
    path: '/api/account/archive',
    successStatus: 201,
    summary: 'Take everything with you',
    description:
      'Makes a zip of all that the account has: folders and files, with `trash` what lies in Trash, with `versions` the versions that are not the current ones, what is known of them as JSON, and their SHA-256 in `SHA256SUMS`. `url` gives its bytes to the same person for a week, like `GET /api/account/archive/{id}`. It is of the moment at which it was made: what is added, moved or changed later does not change it.',
    tags: ['Access'],
  })
  .input(z.strictObject({ versions: z.boolean().default(false), trash: z.boolean().default(false) }))
  .output(accountArchive)
  .errors(pickErrors(...anyWrite, 'session-needed', 'confirmation-needed', 'archive-changed', 'too-many-requests'));

export const closeApi = oc
  .route({
    method: 'POST',
    path: '/api/account/close',
    summary: 'Close the account',
    description:
      'Every session, app password and download token ends at once. At `deletedAt`, after 14 days, everything of the account is deleted for good; until then whoever logs in can keep it (`POST /api/auth/keep-account`). `email` is the address of the account, typed again.',
    tags: ['Access'],
  })
  .input(z.strictObject({ email: z.string().max(maxAddressLength) }))
  .output(z.object({ deletedAt: timestamp }))
  .errors(pickErrors(...anyWrite, 'session-needed', 'confirmation-needed', 'address-differs', 'last-administrator'));
