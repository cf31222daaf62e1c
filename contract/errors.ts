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
  'password-login-closed': {
    status: 403,
    message: 'Nobody logs in with a password on this server. Use the button on the log-in page.',
  },
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
  'reset-link-ended': { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  'foreign-origin': { status: 403, message: 'This request came from another site.' },
  'sign-up-closed': { status: 403, message: 'Sign-up is closed on this server.' },
  'unauthorized-app': {
    status: 401,
    message: 'This program is not authorized: its app-check key is missing or wrong.',
  },
  'session-needed': { status: 403, message: 'Only a person who is logged in can do this, not a program.' },
  'confirmation-needed': { status: 403, message: 'Type your password again to do this.' },
  'account-disabled': { status: 403, message: 'This account is disabled. Ask the person who runs this server.' },
  'not-allowed': { status: 403, message: 'You are not allowed to do this here.' },
  'never-runs': { status: 403, message: 'A stored file is never run as a script or a style sheet.' },
  'not-found': { status: 404, message: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, message: 'This address does not support that method.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Wait a little, then try again.' },
  'too-busy': { status: 503, message: 'Too many people are logging in right now. Try again in a moment.' },
  'too-many-streams': { status: 429, message: 'Too many live connections are open for this account.' },

  'name-empty': { status: 400, message: 'A name cannot be empty.' },
  'name-too-long': { status: 400, message: 'A name cannot be longer than 255 bytes.' },
  'name-reserved': { status: 400, message: 'A name cannot be "." or "..".' },
  'name-has-slash': { status: 400, message: 'A name cannot contain a slash.' },
  'name-has-nul': { status: 400, message: 'A name cannot contain a NUL character.' },
  'name-not-text': { status: 400, message: 'A name has to be valid Unicode text.' },
  'name-taken': { status: 409, message: 'This name is already taken here. Choose another name.' },

  'folder-not-found': { status: 404, message: 'This folder does not exist.' },
  'entry-not-found': { status: 404, message: 'This folder or file does not exist.' },
  'object-not-found': { status: 404, message: 'This file does not exist.' },
  'move-into-itself': { status: 409, message: 'A folder cannot be moved into itself.' },
  'changed-meanwhile': {
    status: 409,
    message: 'This folder was changed while it was being copied. Nothing was copied. Try again.',
  },
  'operation-not-found': {
    status: 404,
    message: 'There is nothing to undo: it was already undone, or was done more than an hour ago.',
  },
  'cannot-undo': {
    status: 409,
    message: 'This cannot be undone because something has changed since. Nothing was undone.',
  },
  'too-much-at-once': { status: 413, message: 'This is too much for one request. Divide it into smaller ones.' },
  'copy-into-itself': { status: 409, message: 'A folder cannot be copied into itself.' },

  'upload-not-found': { status: 404, message: 'This upload does not exist.' },
  'upload-expired': { status: 410, message: 'This upload was left unfinished for too long. Start it again.' },
  'upload-length-invalid': { status: 400, message: 'The upload length cannot be read.' },
  'upload-metadata-invalid': { status: 400, message: 'The upload metadata cannot be read.' },
  'upload-request-invalid': { status: 400, message: 'The upload request cannot be read.' },
  'upload-type-invalid': { status: 415, message: 'Upload bytes are application/offset+octet-stream.' },
  'upload-version-unsupported': { status: 412, message: 'This server supports tus 1.0.0.' },
  'upload-offset-conflict': { status: 409, message: 'The upload continues at a different offset.' },
  'upload-too-long': { status: 413, message: 'More bytes were sent than declared.' },
  'checksum-mismatch': { status: 460, message: 'The received bytes do not match their checksum. Send them again.' },
  'checksum-unsupported': { status: 400, message: 'This server supports sha1, sha256 and md5.' },
  'digest-mismatch': { status: 422, message: 'The file does not match the declared SHA-256. Nothing was stored.' },
  'upload-interrupted': {
    status: 400,
    message: 'The connection was lost. The upload resumes from the last stored byte.',
  },
  'upload-locked': { status: 423, message: 'Another request is writing to this upload.' },
  'file-too-large': { status: 413, message: 'The file is larger than this server accepts.' },
  'quota-exceeded': { status: 402, message: 'The account has no space left.' },
  'too-many-entries': {
    status: 402,
    message: 'The account cannot hold more folders, files and versions. Empty Trash, or delete some.',
  },
  'disk-full': {
    status: 507,
    message:
      'The disk of this server is full. Nothing was lost. Empty Trash or ask the person who runs it for more space.',
  },

  'file-damaged': {
    status: 500,
    message: 'This file was damaged on the disk of this server. Ask the person who runs it for a backup.',
  },
  'archive-not-found': { status: 404, message: 'This download does not exist, or its time is over.' },
  'archive-changed': {
    status: 409,
    message: 'Something in this download changed meanwhile. Start it again.',
  },
  'no-picture': { status: 422, message: 'This is no picture that can be read, or it has too many pixels.' },
  'picture-not-wanted': {
    status: 409,
    message: 'The server needs no picture of this file: it has one, can make one, or the file is no film.',
  },
  'zip-invalid': {
    status: 422,
    message: 'This file is no zip that can be read: it was cut off or damaged, or is something else.',
  },
  'zip-unsafe': {
    status: 422,
    message: 'This zip is not unpacked: its files overlap, or it would become far larger than it should.',
  },
  'zip-encrypted': { status: 422, message: 'This zip is protected by a password, so it cannot be unpacked here.' },
  'zip-too-large': {
    status: 413,
    message: 'This zip has more folders and files than can be unpacked at once.',
  },
  'too-many-unpackings': {
    status: 429,
    message: 'Too many zips wait to be unpacked. Wait until some of them are done.',
  },
  'unpacking-not-found': { status: 404, message: 'This was not unpacked, or too long ago.' },
  'version-not-found': { status: 404, message: 'This version does not exist.' },
  'version-is-current': { status: 409, message: 'The current version cannot be deleted. Delete the file instead.' },
  'not-in-trash': { status: 404, message: 'This is not in Trash.' },
  'too-many-downloads': {
    status: 429,
    message: 'Too many downloads are in progress. Wait until some of them have finished.',
  },
  'too-many-uploads': {
    status: 429,
    message: 'Too many uploads are in progress. Wait until some of them have finished.',
  },
  'too-deep': { status: 400, message: 'Folders cannot be nested this deeply.' },

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
  'internal-error': { status: 500, message: 'Something went wrong on the server.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errors;

/** The JSON body of every error answer. */
export type ErrorBody = { code: ErrorCode; message: string; data?: unknown };

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code);
}
