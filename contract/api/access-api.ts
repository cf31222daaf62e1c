import { oc } from '@orpc/contract';
import { z } from 'zod';
import { appPassword, downloadToken, identity } from '../records/access.ts';
import { accountEvent, accountEventLists } from '../records/account-events.ts';
import { entryId, saidTime } from '../records/entries.ts';
import { anyCall, anyWrite, pickErrors } from './endpoint-errors.ts';
import { pageWanted } from './paging.ts';
import { shownName } from './shown-name.ts';

export const appPasswordsApi = {
  list: oc
    .route({ method: 'GET', path: '/api/app-passwords', summary: 'List app passwords', tags: ['Access'] })
    .output(z.array(appPassword))
    .errors(pickErrors(...anyCall, 'session-needed')),
  create: oc
    .route({
      method: 'POST',
      path: '/api/app-passwords',
      successStatus: 201,
      summary: 'Create an app password',
      description:
        'The token is returned only once. Programs send it as `Authorization: Bearer <token>`. With `access` set to `read` nothing can be changed with it, and there is no list of Trash, no download token and no zip of a selection for it. With a `folderId` it reaches that folder only, as if it were Root, and does not list Trash, make download tokens or undo. What is deleted for good is deleted by a person who is logged in.',
      tags: ['Access'],
    })
    .input(
      z.strictObject({
        name: shownName,
        expiresAt: saidTime.nullable().default(null),
        access: appPassword.shape.access.default('write'),
        folderId: entryId.nullable().default(null),
      }),
    )
    .output(appPassword.extend({ token: z.string() }))
    .errors(
      pickErrors(...anyWrite, 'session-needed', 'confirmation-needed', 'folder-not-found', 'too-many-app-passwords'),
    ),
  revoke: oc
    .route({
      method: 'DELETE',
      path: '/api/app-passwords/{id}',
      successStatus: 204,
      summary: 'Revoke an app password',
      description: 'A program may revoke the one that it sends.',
      tags: ['Access'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'session-needed', 'app-password-not-found')),
};

export const downloadTokensApi = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/entries/{fileId}/download-tokens',
      summary: 'List the download tokens of a file',
      tags: ['Access'],
    })
    .input(z.strictObject({ fileId: entryId }))
    .output(z.array(downloadToken))
    .errors(pickErrors(...anyCall, 'object-not-found')),
  create: oc
    .route({
      method: 'POST',
      path: '/api/entries/{fileId}/download-tokens',
      successStatus: 201,
      summary: 'Create a download token for a file',
      description: 'The URL with the token opens without a session. The token is returned only once.',
      tags: ['Access'],
    })
    .input(z.strictObject({ fileId: entryId, expiresAt: saidTime.nullable().default(null) }))
    .output(downloadToken.extend({ token: z.string(), url: z.string() }))
    .errors(pickErrors(...anyWrite, 'object-not-found', 'too-many-tokens')),
  revoke: oc
    .route({
      method: 'DELETE',
      path: '/api/download-tokens/{id}',
      successStatus: 204,
      summary: 'Revoke a download token',
      tags: ['Access'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'token-not-found')),
};

export const identitiesApi = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/account/identities',
      summary: 'List the log-ins of the provider that open the account',
      description: '`hasPassword` says whether a password opens it too.',
      tags: ['Access'],
    })
    .output(z.object({ identities: z.array(identity), hasPassword: z.boolean() }))
    .errors(pickErrors(...anyCall, 'session-needed')),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/api/account/identities/{id}',
      successStatus: 204,
      summary: 'Disconnect a log-in of the provider',
      tags: ['Access'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'session-needed', 'confirmation-needed', 'identity-not-found', 'only-way-in')),
};

export const eventsApi = oc
  .route({
    method: 'GET',
    path: '/api/account/events',
    summary: 'List what happened with the account',
    description:
      'Log-ins, log-outs and changes of what gives access, or failed log-ins, the last one first, for 180 days.',
    tags: ['Access'],
  })
  .input(
    z.strictObject({ ...pageWanted, list: z.enum(accountEventLists).default('account'), cursor: entryId.optional() }),
  )
  .output(z.object({ events: z.array(accountEvent), nextCursor: entryId.nullable() }))
  .errors(pickErrors(...anyCall, 'session-needed'));
