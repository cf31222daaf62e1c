import { oc } from '@orpc/contract';
import { z } from 'zod';
import { entryId } from '../records/entries.ts';
import { emailAddress, invitation, person, serverSettings } from '../records/people.ts';
import { serverReport } from '../records/server-report.ts';
import { anyCall, anyWrite, pickErrors } from './endpoint-errors.ts';
import { pageWanted } from './paging.ts';
import { storable } from './storable.ts';

const tags = ['Administration'];
const administrators = ['session-needed', 'not-allowed', 'confirmation-needed'] as const;
const id = storable.min(1).max(100);
const bytes = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** What only administrators call, in a session in which the password was typed a moment ago. None of it reads what others keep. */
export const adminApi = {
  people: {
    list: oc
      .route({ method: 'GET', path: '/api/admin/people', summary: 'List the accounts', tags })
      .input(z.strictObject(pageWanted))
      .output(
        z.object({
          people: z.array(person),
          sums: z.object({ people: z.int(), usedBytes: z.int() }).describe('Of all accounts, a minute ago at most'),
          nextCursor: z.string().nullable(),
        }),
      )
      .errors(pickErrors(...anyCall, ...administrators)),
    change: oc
      .route({
        method: 'PATCH',
        path: '/api/admin/people/{id}',
        summary: 'Change an account',
        description:
          'Nobody changes their own role or state. Disabling ends everything of the account at once and deletes nothing. Closing does too, and deletes it after 14 days, unless `active` enables it before. `handOverTo` of an account that was closed: the id of somebody else, who gets its files before; null takes that back.',
        tags,
      })
      .input(
        z.strictObject({
          id,
          role: person.shape.role.optional(),
          state: z.enum(['active', 'disabled', 'closed']).optional(),
          quotaBytes: bytes.nullable().optional(),
          quotaEntries: bytes.nullable().optional(),
          handOverTo: id.nullable().optional(),
        }),
      )
      .output(person)
      .errors(
        pickErrors(
          ...anyWrite,
          ...administrators,
          'person-not-found',
          'last-administrator',
          'account-closing',
          'account-not-closed',
          'recipient-refused',
        ),
      ),
    endSessions: oc
      .route({
        method: 'POST',
        path: '/api/admin/people/{id}/end-sessions',
        successStatus: 204,
        summary: 'Log somebody out everywhere',
        tags,
      })
      .input(z.strictObject({ id }))
      .output(z.void())
      .errors(pickErrors(...anyWrite, ...administrators, 'person-not-found')),
    resetTwoStep: oc
      .route({
        method: 'POST',
        path: '/api/admin/people/{id}/reset-two-step',
        successStatus: 204,
        summary: 'Turn off two-step login of somebody who lost it',
        description: 'They get a mail about it, and log in with the password alone until they turn it on again.',
        tags,
      })
      .input(z.strictObject({ id }))
      .output(z.void())
      .errors(pickErrors(...anyWrite, ...administrators, 'person-not-found', 'two-step-is-off')),
    sendPasswordLink: oc
      .route({
        method: 'POST',
        path: '/api/admin/people/{id}/password-link',
        summary: 'Mail somebody a link to set a new password',
        description:
          'It works once, for one hour. Administrators do not get it: without a mail server, `keepsake people password-link` makes one.',
        tags,
      })
      .input(z.strictObject({ id }))
      .output(z.object({ isSent: z.boolean().describe('Whether a mail server took the mail') }))
      .errors(pickErrors(...anyWrite, ...administrators, 'person-not-found', 'password-login-closed')),
  },
  invitations: {
    list: oc
      .route({ method: 'GET', path: '/api/admin/invitations', summary: 'List the open invitations', tags })
      .output(z.array(invitation))
      .errors(pickErrors(...anyCall, ...administrators)),
    create: oc
      .route({
        method: 'POST',
        path: '/api/admin/invitations',
        successStatus: 201,
        summary: 'Invite somebody',
        description:
          'The link is returned only once. It lets one person in, for seven days, and with `email` only them.',
        tags,
      })
      .input(
        z.strictObject({
          email: emailAddress.nullable().default(null),
          quotaBytes: bytes.nullable().default(null),
          sendsMail: z.boolean().default(false).describe('To `email`'),
        }),
      )
      .output(
        invitation.extend({
          url: z.string(),
          isSent: z.boolean().describe('Whether a mail server took a mail with it'),
        }),
      )
      .errors(pickErrors(...anyWrite, ...administrators, 'too-many-invitations', 'address-taken', 'address-reserved')),
    revoke: oc
      .route({
        method: 'DELETE',
        path: '/api/admin/invitations/{id}',
        successStatus: 204,
        summary: 'Take back an invitation',
        tags,
      })
      .input(z.strictObject({ id: entryId }))
      .output(z.void())
      .errors(pickErrors(...anyWrite, ...administrators, 'invitation-ended')),
  },
  settings: {
    get: oc
      .route({ method: 'GET', path: '/api/admin/settings', summary: 'Read the settings of the server', tags })
      .output(serverSettings)
      .errors(pickErrors(...anyCall, ...administrators)),
    change: oc
      .route({ method: 'PATCH', path: '/api/admin/settings', summary: 'Change the settings of the server', tags })
      .input(
        z.strictObject({
          signUp: z.enum(['open', 'closed']).optional(),
          defaultQuotaBytes: bytes.nullable().optional(),
        }),
      )
      .output(serverSettings)
      .errors(pickErrors(...anyWrite, ...administrators, 'setting-fixed')),
  },
};

/** For who watches a server: how it is, and whether mail works. */
export const serverApi = {
  report: oc
    .route({
      method: 'GET',
      path: '/api/admin/server',
      summary: 'Read how the server is',
      description: 'The same as JSON at `/server` of the port of the metrics, for monitoring.',
      tags,
    })
    .output(serverReport)
    .errors(pickErrors(...anyCall, ...administrators)),
  testMail: oc
    .route({ method: 'POST', path: '/api/admin/mail-test', summary: 'Send a mail to yourself', tags })
    .output(z.object({ to: z.string(), kind: serverReport.shape.mail.shape.kind }))
    .errors(pickErrors(...anyWrite, ...administrators, 'mail-refused')),
};

export const setUpApi = oc
  .route({
    method: 'POST',
    path: '/api/account/set-up',
    successStatus: 204,
    summary: 'Become an administrator',
    description: 'With the token of the link that the server prints as long as it has no administrator.',
    tags: ['Access'],
  })
  .input(z.strictObject({ token: z.string().max(100) }))
  .output(z.void())
  .errors(pickErrors(...anyWrite, 'session-needed', 'invitation-ended'));

export const roleApi = oc
  .route({
    method: 'GET',
    path: '/api/account/role',
    summary: 'Read what the account may do for others',
    tags: ['Access'],
  })
  .output(z.object({ role: person.shape.role }))
  .errors(pickErrors(...anyCall, 'session-needed'));
