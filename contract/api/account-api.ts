import { oc } from '@orpc/contract';
import { z } from 'zod';
import { maxPasswordLength, passwordErrors } from '../passwords.ts';
import { loginSession, profile } from '../records/account.ts';
import { anyCall, anyWrite, pickErrors } from './endpoint-errors.ts';
import { shownName } from './shown-name.ts';

/** Longer than any address can be (RFC 5321, section 4.5.3.1). */
const maxAddressLength = 320;
/** Counted in UTF-16 code units here, of which a code point has up to two. */
const password = z.string().max(maxPasswordLength * 2);

export const sessionsApi = {
  list: oc
    .route({ method: 'GET', path: '/api/account/sessions', summary: 'List where you are logged in', tags: ['Access'] })
    .output(z.array(loginSession))
    .errors(pickErrors(...anyCall, 'session-needed')),
  end: oc
    .route({
      method: 'DELETE',
      path: '/api/account/sessions/{id}',
      successStatus: 204,
      summary: 'Log out one device',
      tags: ['Access'],
    })
    .input(
      z.strictObject({
        id: z
          .string()
          .min(1)
          .max(100)
          .regex(/^[\w-]+$/),
      }),
    )
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'session-needed', 'confirmation-needed', 'session-not-found')),
  endOthers: oc
    .route({
      method: 'DELETE',
      path: '/api/account/sessions',
      successStatus: 204,
      summary: 'Log out every device but this one',
      tags: ['Access'],
    })
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'session-needed', 'confirmation-needed')),
};

export const passwordApi = oc
  .route({
    method: 'POST',
    path: '/api/account/password',
    successStatus: 204,
    summary: 'Change the password',
    description:
      'Logs out every other device, and ends the links that reset the password. App passwords and download links continue, unless they are revoked with it.',
    tags: ['Access'],
  })
  .input(
    z.strictObject({
      currentPassword: password,
      newPassword: password,
      revokeAppPasswords: z.boolean().default(false),
    }),
  )
  .output(z.void())
  .errors(
    pickErrors(
      ...anyWrite,
      ...(Object.keys(passwordErrors) as (keyof typeof passwordErrors)[]),
      'password-has-outer-spaces',
      'session-needed',
      'wrong-credentials',
      'too-many-requests',
      'too-busy',
    ),
  );

export const addressApi = {
  request: oc
    .route({
      method: 'POST',
      path: '/api/account/address',
      successStatus: 204,
      summary: 'Ask for another address of the account',
      description:
        'Mails a link to the new address, which becomes that of the account when the link is opened and confirmed within a day, and one to the address that the account has, which takes the change back for 7 days. The answer is the same whether or not the new address has an account.',
      tags: ['Access'],
    })
    .input(z.strictObject({ email: z.string().max(maxAddressLength) }))
    .output(z.void())
    .errors(
      pickErrors(
        ...anyWrite,
        'session-needed',
        'confirmation-needed',
        'email-invalid',
        'address-unchanged',
        'too-many-requests',
      ),
    ),
  cancel: oc
    .route({
      method: 'DELETE',
      path: '/api/account/address',
      successStatus: 204,
      summary: 'Keep the address that the account has',
      description: 'The link to a new address that was not confirmed yet ends.',
      tags: ['Access'],
    })
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'session-needed')),
};

export const profileApi = {
  get: oc
    .route({ method: 'GET', path: '/api/account/profile', summary: 'Read your profile', tags: ['Access'] })
    .output(profile)
    .errors(pickErrors(...anyCall, 'session-needed')),
  setName: oc
    .route({
      method: 'PUT',
      path: '/api/account/name',
      successStatus: 204,
      summary: 'Say what you are called',
      tags: ['Access'],
    })
    .input(z.strictObject({ name: shownName.nullable() }))
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'session-needed')),
  removePicture: oc
    .route({
      method: 'DELETE',
      path: '/api/account/picture',
      successStatus: 204,
      summary: 'Remove your picture',
      tags: ['Access'],
    })
    .output(z.void())
    .errors(pickErrors(...anyWrite, 'session-needed')),
};
