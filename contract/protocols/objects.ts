import { nameErrors } from '../api/endpoint-errors.ts';
import { contentDigestHeader, wholeDigestHeader } from '../storage.ts';
import { answers, inHeader, inPath, inQuery, json, operation, schema, text } from './openapi.ts';

const ifGeneration = {
  ...inHeader('If-Generation-Match', false),
  description: 'The required generation of the object, 0 for "no such object"; otherwise 412',
};
const createFolders = inQuery('createFolders', '`true` creates the missing folders of the path');
const storeCodes = [
  'invalid-input',
  ...nameErrors,
  'too-deep',
  'unauthenticated',
  'not-allowed',
  'folder-not-found',
  'generation-mismatch',
  'digest-mismatch',
  'file-too-large',
  'body-too-large',
  'quota-exceeded',
  'too-many-entries',
  'too-many-uploads',
  'disk-full',
] as const;

/** The bucket: files by their paths. */
export const objectPaths = {
  '/api/objects': {
    get: {
      ...operation('List the objects', 'Objects', {
        200: json('ObjectList', 'Depth-first, each folder in order of names'),
        304: text('Not modified'),
        ...answers('invalid-input', 'unauthenticated', 'folder-not-found'),
      }),
      description:
        'The files of the tree as objects of one bucket. With `delimiter=/`, deeper paths are grouped into `prefixes`. A page may contain fewer than `maxResults`, even none; the list ends when `nextPageToken` is null.',
      parameters: [
        inQuery('prefix', 'The beginning of the paths; it may end inside a name'),
        inQuery('delimiter', '`/` or nothing'),
        inQuery('pageToken', '`nextPageToken` of the previous page'),
        inQuery('maxResults', '1 to 1000, items and prefixes together; default 1000'),
      ],
    },
  },
  '/api/objects/{path}': {
    parameters: [inPath('path'), ifGeneration, inQuery('ifGenerationMatch', 'The same as the header')],
    get: {
      ...operation('The metadata of an object, or its bytes', 'Objects', {
        200: json('ObjectMetadata', 'The metadata; with `alt=media` the bytes'),
        206: text('A range of the bytes'),
        304: text('Not modified'),
        ...answers(
          'invalid-input',
          'unauthenticated',
          'object-not-found',
          'generation-mismatch',
          'precondition-failed',
        ),
        ...answers('range-not-satisfiable', 'file-damaged'),
      }),
      description:
        'The path consists of the names of the folders and of the file, each percent-encoded; one with `.` or `..` is refused. With `alt=media`, ranges and conditional requests work as for `/content`.',
      parameters: [inQuery('alt', '`json` or `media`')],
    },
    head: operation('The headers of GET', 'Objects', { 200: text('Like GET, without a body') }),
    put: {
      ...operation('Store a file in one request', 'Objects', {
        200: json('ObjectMetadata', 'Stored as the next version'),
        201: json('ObjectMetadata', 'Stored as a new object'),
        ...answers(...storeCodes),
      }),
      description:
        'The bytes are the body, of any size, with Content-Length or chunked, and without Content-Encoding. The Content-Type is that of the file; without one, or with `application/x-www-form-urlencoded`, as programs send with any file, its name decides. `multipart/form-data` is refused: POST takes forms. `If-None-Match: *` stores it only if there is no such object. `Keepsake-Operation-Id` in the answer undoes it, apart from folders that were created; there is none where the file had these bytes already. `Repr-Digest` and `Content-Digest` (RFC 9530) both tell the SHA-256 that is compared before it is stored.',
      parameters: [createFolders, inHeader(wholeDigestHeader, false), inHeader(contentDigestHeader, false)],
      requestBody: { content: { '*/*': {} } },
    },
    post: {
      ...operation('Store a small file and its metadata in one request', 'Objects', {
        200: json('ObjectMetadata', 'Stored as the next version'),
        201: json('ObjectMetadata', 'Stored as a new object'),
        ...answers('invalid-json', ...storeCodes),
      }),
      description:
        'At most 8 MiB. multipart/related (RFC 2387): SettableMetadata as JSON, then the bytes; or multipart/form-data with the fields `metadata` and `file`.',
      parameters: [createFolders, inHeader(wholeDigestHeader, false)],
      requestBody: {
        content: { 'multipart/related': {}, 'multipart/form-data': { schema: { type: 'object' } } },
      },
    },
    patch: {
      ...operation('Change the metadata of an object', 'Objects', {
        200: json('ObjectMetadata', 'The updated metadata'),
        ...answers('invalid-json', 'invalid-input', 'unauthenticated', 'not-allowed', 'object-not-found'),
        ...answers('generation-mismatch'),
      }),
      description:
        'Fields that are not named stay; null removes a field. `Keepsake-Operation-Id` in the answer undoes it.',
      parameters: [inHeader('If-Metageneration-Match', false)],
      requestBody: { content: { 'application/json': { schema: schema('SettableMetadata') } } },
    },
    delete: operation('Move an object to Trash', 'Objects', {
      204: text('Moved to Trash; `Keepsake-Operation-Id` undoes it'),
      ...answers('invalid-input', 'unauthenticated', 'not-allowed', 'object-not-found', 'generation-mismatch'),
    }),
  },
};
