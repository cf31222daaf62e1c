/** What can go wrong with folders and files: the part of `errors` whose messages the pages of a folder show without a server. */
export const fileErrors = {
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
  'idempotency-key-reused': {
    status: 422,
    message: 'This Idempotency-Key came with another request before. Each needs one of its own.',
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

  'internal-error': { status: 500, message: 'Something went wrong on the server.' },
} as const;

export type FileErrorCode = keyof typeof fileErrors;
