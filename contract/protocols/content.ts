import { answers, inHeader, inPath, inQuery, operation, text } from './openapi.ts';

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

  '/preview/{file}/{version}': {
    parameters: [inPath('file'), inPath('version')],
    get: operation('The thumbnail of a file, as WebP', 'Content', {
      200: text('At most 512 pixels a side'),
      304: text('Not modified'),
      ...answers('unauthenticated', 'object-not-found', 'too-many-downloads'),
    }),
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
