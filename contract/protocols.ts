import { type ErrorCode, errors } from './errors.ts';
import { wholeDigestHeader } from './storage.ts';

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
  'disk-full',
);

/**
 * The endpoints that are no JSON calls: accounts, uploads, bytes, the bucket by path, the live stream and
 * health, as OpenAPI 3.1 path items.
 * Together with `api.ts` these are all addresses of the server below `/api`, `/content` and `/healthz`.
 */
export const protocolPaths = {
  '/healthz': { get: operation('Is the server alive?', 'Server', { 200: text('Alive') }) },
  '/api/openapi.json': { get: operation('This description', 'Server', { 200: text('OpenAPI 3.1') }) },
  '/api/docs': { get: operation('This description as a page', 'Server', { 200: text('A page') }) },

  '/api/auth/sign-up/email': {
    post: jsonPost(
      'Create an account',
      { name: 'string', email: 'string', password: 'string' },
      { 200: text('The account; no session yet'), 422: text('The address has an account') },
    ),
  },
  '/api/auth/sign-in/email': {
    post: jsonPost(
      'Log in',
      { email: 'string', password: 'string' },
      { 200: text('Sets the session cookie'), 401: text('Wrong address or password, answered alike') },
    ),
  },
  '/api/auth/sign-out': { post: jsonPost('Log out', {}, { 200: text('The session is over') }) },
  '/api/auth/get-session': {
    get: operation('Who is signed in', 'Accounts', { 200: text('`{ user, session }`, or null') }),
  },
  '/api/auth/request-password-reset': {
    post: jsonPost(
      'Ask for a reset link by mail',
      { email: 'string', redirectTo: 'string' },
      { 200: text('The same for every address') },
    ),
  },
  '/api/auth/reset-password/{token}': {
    parameters: [inPath('token')],
    get: operation('The link in the mail', 'Accounts', { 302: text('To the page where the new password is typed') }),
  },
  '/api/auth/reset-password': {
    post: jsonPost(
      'Set a new password',
      { token: 'string', newPassword: 'string' },
      { 200: text('All sessions are over'), 400: text('The link was used or has expired') },
    ),
  },

  '/api/uploads': {
    options: operation('What of tus 1.0 is spoken', 'Uploads', { 204: text('Extensions in `Tus-Extension`') }),
    post: {
      ...operation('Begin an upload', 'Uploads', {
        201: text(
          'Begun; `Location` is its address. With all bytes in the request the file is kept: `Keepsake-File` is its id',
        ),
        ...answers(
          'unauthenticated',
          'name-empty',
          'folder-not-found',
          'quota-exceeded',
          'disk-full',
          'file-too-large',
          'upload-length-invalid',
          'upload-version-unsupported',
          'generation-mismatch',
          'checksum-mismatch',
          'digest-mismatch',
        ),
      }),
      description:
        'tus 1.0 creation and creation-with-upload. Metadata: `filename`, `filetype`, `folderId` (none for Root), `lastModified` (ms), `sha256` of the whole file (hexadecimal), `ifGeneration` (0 for "no such file"), `uploadId` (a UUID that the client chose; the address of the upload ends in it).',
      parameters: [
        inHeader('Tus-Resumable'),
        inHeader('Upload-Length'),
        inHeader('Upload-Metadata'),
        inHeader(wholeDigestHeader, false),
        inHeader('Upload-Checksum', false),
      ],
    },
  },
  '/api/uploads/{id}': {
    parameters: [inPath('id'), inHeader('Tus-Resumable')],
    head: operation('How far an upload is', 'Uploads', {
      200: text('`Upload-Offset`, `Upload-Length`; `Keepsake-File` when finished'),
      ...answers('upload-not-found', 'upload-expired'),
    }),
    patch: {
      ...operation('Send more bytes', 'Uploads', {
        204: text('Kept up to `Upload-Offset`. With the last byte the file is kept: `Keepsake-File` is its id'),
        ...answers(
          'upload-not-found',
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
        'tus 1.0 core and checksum (sha1, sha256, md5). With `Repr-Digest: sha-256=:…:` the whole file is compared before it is kept (RFC 9530).',
      parameters: [inHeader('Upload-Offset'), inHeader('Upload-Checksum', false), inHeader(wholeDigestHeader, false)],
    },
    delete: operation('Give an upload up', 'Uploads', { 204: text('Forgotten'), ...answers('upload-not-found') }),
  },

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
        ...answers('invalid-input', 'unauthenticated', 'object-not-found', 'generation-mismatch'),
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
        ...answers('unauthenticated', 'object-not-found', 'precondition-failed', 'range-not-satisfiable'),
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
          'Server-sent events: ready, change (a Change), transfers (uploads on their way), reset, bye; `id:` is the revision',
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

function operation(summary: string, tag: string, responses: Record<string, object>) {
  return { summary, tags: [tag], responses };
}

function jsonPost(summary: string, properties: Record<string, 'string'>, responses: Record<string, object>) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, type]) => [name, { type }]));
  return {
    ...operation(summary, 'Accounts', { ...responses, ...answers('too-many-requests') }),
    requestBody: { content: { 'application/json': { schema: { type: 'object', properties: fields } } } },
  };
}

function text(description: string) {
  return { description };
}

/** Error answers, those of one status together. */
function answers(...codes: ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [status, text(same.map((code) => `\`${code}\``).join(', '))]),
  );
}

function inPath(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function schema(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function json(name: string, description: string) {
  return { description, content: { 'application/json': { schema: schema(name) } } };
}

function inQuery(name: string, description: string) {
  return { name, in: 'query', required: false, schema: { type: 'string' }, description };
}

function inHeader(name: string, required = true) {
  return { name, in: 'header', required, schema: { type: 'string' } };
}
