import { oc } from '@orpc/contract';
import { z } from 'zod';
import { maxPasswordLength } from '../passwords.ts';
import { entryId } from '../records/entries.ts';
import { passkey, passkeyAnswer, passkeyOptions } from '../records/passkeys.ts';
import { anyCall, anyWrite, pickErrors } from './endpoint-errors.ts';
import { shownName } from './shown-name.ts';

export const passkeysApi = {
  list: oc
    .route({ method: 'GET', path: '/api/account/passkeys', summary: 'List passkeys', tags: ['Access'] })
    .output(z.array(passkey))
    .errors(pickErrors(...anyCall, 'session-needed')),
  options: oc
    .route({
      method: 'POST',
      path: '/api/account/passkeys/options',
      summary: 'Ask a browser for a new passkey',
      description: 'The options for `navigator.credentials.create`. Its answer is taken once, within ten minutes.',
      tags: ['Access'],
    })
    .output(passkeyOptions)
    .errors(pickErrors(...anyWrite, 'session-needed', 'confirmation-needed', 'too-many-passkeys')),
  add: oc
    .route({
      method: 'POST',
      path: '/api/account/passkeys',
      successStatus: 201,
      summary: 'Add a passkey',
      tags: ['Access'],
    })
    .input(z.strictObject({ name: shownName, answer: passkeyAnswer }))
    .output(passkey)
    .errors(pickErrors(...anyWrite, 'session-needed', 'confirmation-needed', 'too-many-passkeys', 'passkey-refused')),
  rename: oc
    .route({ method: 'PATCH', path: '/api/account/passkeys/{id}', summary: 'Rename a passkey', tags: ['Access'] })
    .input(z.strictObject({ id: entryId, name: shownName }))
    .output(passkey)
    .errors(pickErrors(...anyWrite, 'session-needed', 'passkey-not-found')),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/api/account/passkeys/{id}',
      successStatus: 204,
      summary: 'Remove a passkey',
      description: 'It logs nobody in any more. Sessions that it began go on.',
      tags: ['Access'],
    })
    .input(z.strictObject({ id: entryId }))
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'session-needed', 'confirmation-needed', 'passkey-not-found')),
};

export const confirmApi = oc
  .route({
    method: 'POST',
    path: '/api/account/confirm',
    successStatus: 204,
    summary: 'Confirm who you are',
    description:
      'Whatever weakens an account or opens all of it answers `confirmation-needed` in a session in which the password was typed, or a passkey shown, longer ago than 15 minutes. After this call it does not, for 15 minutes.',
    tags: ['Access'],
  })
  .input(
    z.union([
      z.strictObject({ password: z.string().max(maxPasswordLength * 2) }),
      z.strictObject({ passkey: passkeyAnswer }),
    ]),
  )
  .output(z.void())
  .errors(
    pickErrors(...anyWrite, 'session-needed', 'wrong-credentials', 'passkey-refused', 'too-many-requests', 'too-busy'),
  );

export const confirmOptionsApi = oc
  .route({
    method: 'POST',
    path: '/api/account/confirm/options',
    summary: 'Ask a browser for a passkey of the account',
    description: 'The options for `navigator.credentials.get`. Its answer confirms once, within ten minutes.',
    tags: ['Access'],
  })
  .output(passkeyOptions)
  .errors(pickErrors(...anyWrite, 'session-needed', 'passkey-not-found'));
