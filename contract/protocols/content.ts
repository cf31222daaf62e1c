import { answers, inHeader, inPath, inQuery, operation, text } from './openapi.ts';

const aboutZips =
  'Nothing is compressed (zip64 where needed), and the bytes are the same each time as long as nothing in it changes: a download that broke off goes on with `Range` and `If-Range`. If something changes while it is sent, the connection breaks; the next request has another `ETag`. Every file is verified as it is sent.';

const zip = {
  200: text('The whole zip'),
  206: text('A range'),
  304: text('Not modified'),
  ...answers(
    'unauthenticated',
    'never-runs',
    'precondition-failed',
    'range-not-satisfiable',
    'file-damaged',
    'archive-changed',
    'too-much-at-once',
    'too-many-downloads',
  ),
};

/** Bytes of files, thumbnails, and the live stream. */
export const contentPaths = {
  '/content/{file}/{version}/{name}': {
    parameters: [
      inPath('file'),
      inPath('version'),
      inPath('name'),
      inQuery('token', 'A download token of the file, instead of a session'),
    ],
    get: {
      ...operation('The bytes of a file', 'Content', {
        200: text('All bytes'),
        206: text('A range'),
        304: text('Not modified'),
        ...answers(
          'unauthenticated',
          'never-runs',
          'object-not-found',
          'precondition-failed',
          'range-not-satisfiable',
          'file-damaged',
          'too-many-downloads',
        ),
      }),
      description:
        'Ranges and conditional requests by RFC 9110; `Repr-Digest` is the SHA-256 of the whole file (RFC 9530). Types that browsers can display safely are displayed, all others are downloaded, as `application/octet-stream` unless a program or a script asks. No page gets the bytes as its script, style sheet or worker.',
    },
    head: operation('The headers of a file', 'Content', { 200: text('Like GET, without the bytes') }),
  },

  '/api/folders/{id}/archive': {
    parameters: [inPath('id')],
    get: {
      ...operation('A folder as a zip', 'Content', { ...zip, ...answers('folder-not-found') }),
      description: `Everything in the folder, below its name; for \`root\` everything there is. ${aboutZips}`,
    },
    head: operation('The headers of a zip', 'Content', { 200: text('Like GET, without the bytes') }),
  },

  '/api/archives/{id}': {
    parameters: [inPath('id')],
    get: {
      ...operation('A selection as a zip', 'Content', { ...zip, ...answers('archive-not-found') }),
      description: `What \`POST /api/archives\` was given, as far as it is still there. ${aboutZips}`,
    },
    head: operation('The headers of a zip', 'Content', { 200: text('Like GET, without the bytes') }),
  },

  '/api/account/archive/{id}': {
    parameters: [inPath('id')],
    get: {
      ...operation('Everything of the account as a zip', 'Content', {
        ...zip,
        ...answers('archive-not-found', 'session-needed'),
      }),
      description:
        'What `POST /api/account/archive` made (zip64 where needed, nothing compressed). The bytes are the same each time: a download that broke off goes on with `Range` and `If-Range`, whatever the person does meanwhile. Only when bytes in it were deleted for good the connection breaks, and `archive-changed` answers a request that begins with them. Every file is verified as it is sent.',
    },
    head: operation('The headers of a zip', 'Content', { 200: text('Like GET, without the bytes') }),
  },

  '/preview/{file}/{version}': {
    parameters: [
      inPath('file'),
      inPath('version'),
      inQuery('size', '`screen` for a larger one: at most 2,048 pixels a side; there is none of a small picture'),
    ],
    get: operation('The thumbnail of a file, as WebP', 'Content', {
      200: text('At most 512 pixels a side'),
      304: text('Not modified'),
      ...answers('unauthenticated', 'object-not-found', 'too-many-downloads'),
    }),
  },

  '/api/files/{file}/versions/{version}/poster': {
    parameters: [inPath('file'), inPath('version')],
    put: {
      ...operation('A picture of a film that the server cannot decode', 'Content', {
        204: text('Stored'),
        ...answers(
          'unauthenticated',
          'not-allowed',
          'object-not-found',
          'no-picture',
          'picture-not-wanted',
          'body-too-large',
        ),
      }),
      description:
        'The body is a JPEG, PNG or WebP of at most 4 MiB, which the server draws anew. `posterUrl` in the facts of a file is this address where a picture is wanted; once the server can decode films, it makes its own.',
      requestBody: { content: { 'image/*': {} } },
    },
  },

  '/api/live': {
    get: {
      ...operation('Stream the changes of the account', 'Live', {
        200: text(
          'Server-sent events: ready, change (a Change), transfers (uploads in progress), reset, bye, move; `id:` is the revision',
        ),
        ...answers('unauthenticated', 'too-many-streams'),
      }),
      parameters: [
        inHeader('Last-Event-ID', false),
        { name: 'after', in: 'query', required: false, schema: { type: 'integer' } },
      ],
    },
  },
};
