/**
 * Every code of the storage client (specification, section 8), with its sentence. 401, 402, 403 and 404 of the server
 * become `unauthenticated` or `unauthorized-app`, `quota-exceeded`, `unauthorized` and `object-not-found`.
 */
export const storageErrors = {
  unknown: 'Something went wrong that has no name. The detail says what the server answered.',
  canceled: 'The transfer was canceled.',
  'cannot-slice-blob': 'The file changed or cannot be read any more. Choose it again.',
  'invalid-argument': 'An argument is not one that this call takes.',
  'app-deleted': 'This client was closed. Make a new one.',
  'invalid-root-operation': 'Root itself cannot be read, written or deleted as a file. Name a file.',
  'invalid-format': 'The text is not in the format that was named.',
  'internal-error': 'The server made a mistake. Nothing was lost; try again.',
  'invalid-default-bucket': 'The name of the bucket is not a bucket of this server.',
  'invalid-url': 'This address is not one of this server.',
  'retry-limit-exceeded': 'It was tried for as long as allowed. Check the connection, then try again.',
  'unsupported-environment': 'This browser or program lacks what the transfer needs.',
  'server-file-wrong-size': 'The server holds another number of bytes than were sent. Send the file again.',
  'no-download-url': 'The file has no such download address. Make a new one.',
  'no-default-bucket': 'No bucket was named. Name the bucket of the server.',
  unauthenticated: 'Log in first.',
  'unauthorized-app': 'The server does not know this program. Give it the key of the app check.',
  'quota-exceeded': 'The account has no room left.',
  unauthorized: 'This is not allowed.',
  'object-not-found': 'This file does not exist.',
} as const;

export type StorageErrorCode = keyof typeof storageErrors;
