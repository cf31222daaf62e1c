/**
 * Every error code of the storage client (specification, section 8), with its message. 401, 402, 403 and 404 of the server
 * become `unauthenticated` or `unauthorized-app`, `quota-exceeded`, `unauthorized` and `object-not-found`.
 */
export const storageErrors = {
  unknown: 'Something unknown went wrong. The detail contains the response of the server.',
  canceled: 'The transfer was canceled.',
  'cannot-slice-blob': 'The file has changed or can no longer be read. Choose it again.',
  'invalid-argument': 'An argument is not valid for this call.',
  'app-deleted': 'This client was closed. Create a new one.',
  'invalid-root-operation': 'Root cannot be read, written or deleted as a file. Name a file.',
  'invalid-format': 'The string is not in the given format.',
  'internal-error': 'Something went wrong on the server. Nothing was lost; try again.',
  'invalid-default-bucket': 'This server has no bucket with this name.',
  'invalid-url': 'This is not an address of this server.',
  'retry-limit-exceeded': 'The time limit for retries has passed. Check the connection, then try again.',
  'unsupported-environment': 'This browser or program lacks a feature that the transfer needs.',
  'server-file-wrong-size': 'The server has a different number of bytes than were sent. Send the file again.',
  'no-download-url': 'The file has no such download address. Create a new one.',
  'no-default-bucket': 'No bucket was named. Name the bucket of the server.',
  unauthenticated: 'You are not logged in. Log in to continue.',
  'unauthorized-app': 'The server does not know this program. Configure its app-check key.',
  'quota-exceeded': 'The account has no space left.',
  unauthorized: 'This is not allowed.',
  'object-not-found': 'This file does not exist.',
} as const;

export type StorageErrorCode = keyof typeof storageErrors;
