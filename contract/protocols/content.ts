import { answers, inHeader, inPath, inQuery, operation, text } from './openapi.ts';

/** Bytes of files, small pictures, and the live stream. */
export const contentPaths = {
  '/content/{file}/{version}/{name}': {
    parameters: [
      inPath('file'),
      inPath('version'),
      inPath('name'),
      inQuery('token', 'A download token of the file; then no session is needed'),
    ],
    get: {
      ...operation('The bytes of a file', 'Content', {
        200: text('All bytes'),
        206: text('A range'),
        304: text('Not changed'),
        ...answers(
          'unauthenticated',
          'object-not-found',
          'precondition-failed',
          'range-not-satisfiable',
          'file-damaged',
        ),
      }),
      description:
        'Ranges and conditional requests by RFC 9110; `Repr-Digest` is the SHA-256 of the whole file (RFC 9530). Types that browsers may show safely are shown, all others are downloads.',
    },
    head: operation('The headers of a file', 'Content', { 200: text('As GET, without the bytes') }),
  },

  '/preview/{file}/{version}': {
    parameters: [inPath('file'), inPath('version')],
    get: operation('A small picture of a file, as WebP', 'Content', {
      200: text('At most 512 pixels a side'),
      304: text('Not changed'),
      ...answers('unauthenticated', 'object-not-found'),
    }),
  },

  '/api/live': {
    get: {
      ...operation('Follow the changes of the account', 'Live', {
        200: text(
          'Server-sent events: ready, change (a Change), transfers (uploads on their way), reset, bye, move; `id:` is the revision',
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
