import { nameErrors } from '../api/endpoint-errors.ts';
import { contentDigestHeader, wholeDigestHeader } from '../storage.ts';
import { answers, inHeader, inPath, operation, text } from './openapi.ts';

const bytesOfFile = { 'application/offset+octet-stream': {} };

/** Uploads by tus 1.0. */
export const uploadPaths = {
  '/api/uploads': {
    options: operation('Supported features of tus 1.0', 'Uploads', { 204: text('Extensions in `Tus-Extension`') }),
    post: {
      ...operation('Create an upload', 'Uploads', {
        201: text(
          'Created; `Location` is its URL. With all bytes in the request the file is stored: `Keepsake-File` is its id, and `Keepsake-Operation-Id` undoes it',
        ),
        ...answers(
          'unauthenticated',
          'folder-not-found',
          'quota-exceeded',
          'too-many-entries',
          'too-many-uploads',
          'disk-full',
          'file-too-large',
          'upload-length-invalid',
          'upload-version-unsupported',
          'upload-request-invalid',
          'upload-metadata-invalid',
          'upload-type-invalid',
          'upload-offset-conflict',
          'upload-too-long',
          'not-allowed',
          ...nameErrors,
          'generation-mismatch',
          'checksum-mismatch',
          'digest-mismatch',
        ),
      }),
      description:
        'tus 1.0 creation and creation-with-upload. Metadata: `filename`, `filetype`, `folderId` (none for Root), `lastModified` (ms), `sha256` of the whole file (hexadecimal), `ifGeneration` (0 for "no such file"), `ifChanged` (`true`: a file that shows these bytes already stays as it is; for what comes in one request), `uploadId` (a UUID chosen by the client; the URL of the upload ends in it).',
      parameters: [
        inHeader('Tus-Resumable'),
        inHeader('Upload-Length'),
        inHeader('Upload-Metadata'),
        inHeader(wholeDigestHeader, false),
        inHeader('Upload-Checksum', false),
        inHeader(contentDigestHeader, false),
      ],
      requestBody: { content: bytesOfFile },
    },
  },
  '/api/files/batch': {
    post: {
      ...operation('Store many small files', 'Uploads', {
        200: text(
          '`{ outcomes }` in the order of the index: `{ fileId, operationId }`, or `{ error }` with its status and code',
        ),
        ...answers('unauthenticated', 'invalid-json', 'invalid-input', 'body-too-large', 'upload-interrupted'),
      }),
      description:
        'Four bytes with the length of the index (big-endian), the index as JSON, `{ files: [{ length, metadata }] }`, then the bytes of the files one after the other: at most 64 files of 262,144 bytes each, 2 MiB together. The metadata are those of `POST /api/uploads`. Each file is stored or refused by itself, as if it had come alone; an outcome that was not heard is asked for with `HEAD /api/uploads/{id}`.',
      requestBody: { content: { 'application/octet-stream': {} }, required: true },
    },
  },
  '/api/uploads/{id}': {
    parameters: [inPath('id'), inHeader('Tus-Resumable')],
    head: operation('The offset of an upload', 'Uploads', {
      200: text('`Upload-Offset`, `Upload-Length`; `Keepsake-File` and `Keepsake-Operation-Id` when finished'),
      ...answers(
        'unauthenticated',
        'not-allowed',
        'upload-not-found',
        'upload-expired',
        'name-taken',
        'generation-mismatch',
      ),
    }),
    patch: {
      ...operation('Send more bytes', 'Uploads', {
        204: text(
          'Stored up to `Upload-Offset`. With the last byte the file is stored: `Keepsake-File` is its id, and `Keepsake-Operation-Id` undoes it',
        ),
        ...answers(
          'unauthenticated',
          'not-allowed',
          'upload-not-found',
          'folder-not-found',
          'name-taken',
          'upload-request-invalid',
          'upload-type-invalid',
          'upload-offset-conflict',
          'upload-too-long',
          'disk-full',
          'checksum-unsupported',
          'checksum-mismatch',
          'digest-mismatch',
          'generation-mismatch',
        ),
      }),
      description:
        'tus 1.0 core and checksum (sha1, sha256, md5); without `Upload-Checksum` the bytes of the request are compared with `Content-Digest: sha-256=:…:`. With `Repr-Digest: sha-256=:…:` the whole file is compared before it is stored (RFC 9530).',
      parameters: [
        inHeader('Upload-Offset'),
        inHeader('Upload-Checksum', false),
        inHeader(contentDigestHeader, false),
        inHeader(wholeDigestHeader, false),
      ],
      requestBody: { content: bytesOfFile, required: true },
    },
    delete: operation('Terminate an upload', 'Uploads', { 204: text('Deleted'), ...answers('upload-not-found') }),
  },
};
