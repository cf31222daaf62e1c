import { answers, inHeader, inPath, inQuery, json, operation, schema, text } from './openapi.ts';

const ifGeneration = {
  ...inHeader('If-Generation-Match', false),
  description: 'The generation that the object has to have, 0 for "no such object"; else 412',
};
const createFolders = inQuery('createFolders', '`true` makes the folders of the path that are missing');
const keepAnswers = answers(
  'invalid-input',
  'unauthenticated',
  'folder-not-found',
  'name-taken',
  'generation-mismatch',
  'digest-mismatch',
  'file-too-large',
  'body-too-large',
  'quota-exceeded',
  'too-many-uploads',
  'disk-full',
);

/** The bucket: files by their paths. */
export const objectPaths = {
  '/api/objects': {
    get: {
      ...operation('List the objects', 'Objects', {
        200: json('ObjectList', 'Depth first, each folder in the order of names'),
        304: text('Not changed'),
        ...answers('invalid-input', 'unauthenticated'),
      }),
      description:
        'The files of the tree as objects of one bucket. With `delimiter=/` what lies deeper is folded into `prefixes`. A page may hold fewer than `maxResults`, even nothing; the list is over when `nextPageToken` is null.',
      parameters: [
        inQuery('prefix', 'How the paths begin; it may end inside a name'),
        inQuery('delimiter', '`/` or nothing'),
        inQuery('pageToken', '`nextPageToken` of the page before'),
        inQuery('maxResults', '1 to 1000, items and prefixes together; 1000 when not given'),
      ],
    },
  },
  '/api/objects/{path}': {
    parameters: [inPath('path'), ifGeneration, inQuery('ifGenerationMatch', 'The same as the header')],
    get: {
      ...operation('The metadata of an object, or its bytes', 'Objects', {
        200: json('ObjectMetadata', 'The metadata; with `alt=media` the bytes'),
        206: text('A range of the bytes'),
        304: text('Not changed'),
        ...answers('invalid-input', 'unauthenticated', 'object-not-found', 'generation-mismatch', 'file-damaged'),
      }),
      description:
        'The path is the names of the folders and of the file, each percent-encoded. With `alt=media` ranges and conditional requests as for `/content`.',
      parameters: [inQuery('alt', '`json` or `media`')],
    },
    head: operation('The headers of GET', 'Objects', { 200: text('As GET, without a body') }),
    put: {
      ...operation('Keep a file in one request', 'Objects', {
        200: json('ObjectMetadata', 'Kept as the next version'),
        201: json('ObjectMetadata', 'Kept as a new object'),
        ...keepAnswers,
      }),
      description:
        'The bytes are the body, of any size, with Content-Length or chunked. `If-None-Match: *` keeps only what is new.',
      parameters: [createFolders, inHeader('Repr-Digest', false)],
      requestBody: { content: { '*/*': {} } },
    },
    post: {
      ...operation('Keep a small file and its metadata in one request', 'Objects', {
        200: json('ObjectMetadata', 'Kept as the next version'),
        201: json('ObjectMetadata', 'Kept as a new object'),
        ...keepAnswers,
        ...answers('invalid-json', 'invalid-input'),
      }),
      description:
        'At most 8 MiB. multipart/related (RFC 2387): SettableMetadata as JSON, then the bytes; or multipart/form-data with the fields `metadata` and `file`.',
      parameters: [createFolders, inHeader('Repr-Digest', false)],
      requestBody: {
        content: { 'multipart/related': {}, 'multipart/form-data': { schema: { type: 'object' } } },
      },
    },
    patch: {
      ...operation('Change the metadata of an object', 'Objects', {
        200: json('ObjectMetadata', 'The metadata now'),
        ...answers('invalid-json', 'invalid-input', 'unauthenticated', 'object-not-found', 'generation-mismatch'),
      }),
      description: 'Fields that are not named stay; null takes a field away.',
      parameters: [inHeader('If-Metageneration-Match', false)],
      requestBody: { content: { 'application/json': { schema: schema('SettableMetadata') } } },
    },
    delete: operation('Move an object to Trash', 'Objects', {
      204: text('In Trash'),
      ...answers('unauthenticated', 'object-not-found', 'generation-mismatch'),
    }),
  },
};
