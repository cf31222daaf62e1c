import { fileErrors } from './file-errors.ts';
import { passwordErrors } from './passwords.ts';

/**
 * Every error code of the server, with its HTTP status and its message.
 * An error is sent as `{ code, message, data }`; the code is stable, the message may be reworded.
 */
export const errors = {
  'invalid-json': { status: 400, message: 'The body is not valid JSON.' },
  'invalid-input': { status: 400, message: 'Some fields are missing, unknown or malformed.' },
  'malformed-request': { status: 400, message: 'The server cannot parse this request.' },
  'unknown-host': {
    status: 421,
    message:
      'This server does not answer to this name. Its operator has to set PUBLIC_URL to the address that people type.',
  },
  'url-too-long': { status: 414, message: 'The address is too long.' },
  'headers-too-large': { status: 431, message: 'The headers are too large.' },
  'request-timeout': { status: 408, message: 'The headers took too long to arrive.' },
  'body-too-large': { status: 413, message: 'The body is too large.' },
  unauthenticated: { status: 401, message: 'You are not logged in. Log in to continue.' },
  'wrong-credentials': { status: 401, message: 'email or password is incorrect' },
  'email-invalid': { status: 400, message: 'This is not a valid email address.' },
  ...passwordErrors,
  // The pages trim what is typed, so none of them needs it.
  'password-has-outer-spaces': {
    status: 400,
    message: 'A password cannot begin or end with a space. Remove it.',
  },
  'password-login-closed': {
    status: 403,
    message: 'Nobody logs in with a password on this server. Use the button on the log-in page.',
  },
  'no-provider': { status: 404, message: 'This server has no log-in provider.' },
  'provider-unavailable': {
    status: 503,
    message: 'The log-in provider does not answer right now. Try again in a moment.',
  },
  'provider-refused': { status: 403, message: 'The log-in provider did not confirm who you are. Try again.' },
  'log-in-expired': {
    status: 400,
    message: 'This log-in took too long, was used before, or began in another browser. Start again.',
  },
  'address-unverified': {
    status: 403,
    message:
      'The log-in provider does not say that your email address is verified, so it opens no account. Verify the address there, or log in here and connect the provider in your profile, under Security.',
  },
  'account-of-another': {
    status: 409,
    message:
      'Another log-in of the provider opens the account with your email address. Ask the person who runs this server.',
  },
  'account-exists': {
    status: 409,
    message:
      'Your email address already has an account here. Log in with its password, then connect the provider in your profile, under Security. If you do not know the password, reset it; after that the provider opens the account.',
  },
  'identity-taken': { status: 409, message: 'This log-in opens another account already. Disconnect it there first.' },
  'another-identity': { status: 403, message: 'That log-in is not connected to this account.' },
  'too-many-identities': {
    status: 409,
    message: 'This account cannot be connected to more log-ins. Disconnect one first.',
  },
  'identity-not-found': { status: 404, message: 'This log-in is not connected to the account.' },
  'only-way-in': {
    status: 409,
    message: 'This is the only way into your account. Set a password or connect another log-in first.',
  },
  'address-taken': { status: 422, message: 'This address already has an account.' },
  'address-reserved': {
    status: 422,
    message: 'An account had this address until a few days ago, and can take it back for 7 days. Invite it after that.',
  },
  'address-unchanged': { status: 422, message: 'This is the email address of this account already.' },
  'reset-link-ended': { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  'address-link-ended': { status: 400, message: 'This link is no longer valid.' },
  'session-not-found': { status: 404, message: 'This device is not logged in any more.' },
  'foreign-origin': { status: 403, message: 'This request came from another site.' },
  'sign-up-closed': { status: 403, message: 'Sign-up is closed on this server.' },
  'unauthorized-app': {
    status: 401,
    message: 'This program is not authorized: its app-check key is missing or wrong.',
  },
  'session-needed': { status: 403, message: 'Only a person who is logged in can do this, not a program.' },
  'confirmation-needed': { status: 403, message: 'Type your password again to do this.' },
  'second-step-needed': { status: 403, message: 'This account has two-step login: type a code of the second step.' },
  'second-step-over': { status: 401, message: 'The second step took too long. Log in again.' },
  'wrong-code': { status: 401, message: 'This code is incorrect.' },
  'passkey-refused': { status: 401, message: 'This passkey is not one of an account here, or was not confirmed.' },
  'passkey-not-found': { status: 404, message: 'This passkey does not exist.' },
  'too-many-passkeys': { status: 409, message: 'This account cannot have more passkeys. Remove one first.' },
  'two-step-is-on': { status: 409, message: 'Two-step login is on already.' },
  'two-step-is-off': { status: 409, message: 'Two-step login is off.' },
  'account-disabled': { status: 403, message: 'This account is disabled. Ask the person who runs this server.' },
  'invitation-ended': { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  'invitation-for-another': { status: 403, message: 'This invitation is for another email address.' },
  'too-many-invitations': { status: 409, message: 'There are too many open invitations. Take some back first.' },
  'person-not-found': { status: 404, message: 'This person has no account here.' },
  'last-administrator': {
    status: 409,
    message: 'Somebody has to run this server. Make somebody else an administrator first.',
  },
  'setting-fixed': { status: 409, message: 'The environment of the server fixes this setting.' },
  'mail-refused': { status: 502, message: 'The mail server did not take the mail.' },
  'account-closing': {
    status: 403,
    message: 'This account was closed and will be deleted. Log in on the page to keep it.',
  },
  'account-not-closed': {
    status: 409,
    message: 'Files are handed over only when an account was closed. Close it first.',
  },
  'recipient-refused': {
    status: 422,
    message: 'Files go to another person whose account is in use, and never to who asks for it.',
  },
  'address-differs': { status: 422, message: 'This is not the address of this account.' },
  'not-allowed': { status: 403, message: 'You are not allowed to do this here.' },
  'never-runs': { status: 403, message: 'A stored file is never run as a script or a style sheet.' },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, message: 'This address does not support that method.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Wait a little, then try again.' },
  'too-busy': { status: 503, message: 'Too many people are logging in right now. Try again in a moment.' },
  'too-many-streams': { status: 429, message: 'Too many live connections are open for this account.' },

  ...fileErrors,

  'generation-mismatch': { status: 412, message: 'The file has changed in the meantime. Reload it first.' },
  'too-many-app-passwords': {
    status: 409,
    message: 'This account cannot have more app passwords. Revoke one first.',
  },
  'too-many-tokens': {
    status: 409,
    message: 'This account cannot have more download links. Revoke one first.',
  },
  'app-password-not-found': { status: 404, message: 'This app password does not exist.' },
  'token-not-found': { status: 404, message: 'This download token does not exist.' },

  'range-not-satisfiable': { status: 416, message: 'The file ends before this range.' },
  'precondition-failed': { status: 412, message: 'The file is not the expected version.' },
  unavailable: { status: 503, message: 'The server cannot answer right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** The JSON body of every error answer. */
export type ErrorBody = { code: ErrorCode; message: string; data?: unknown };

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code);
}
