import { randomUUID } from 'node:crypto';
import { batchBody } from '#tests/support/client/batch-body.ts';
import { everyAccount, everybody, persons, reads, writes } from './policies.ts';
import type { Ask, Rows } from './row.ts';
import type { Things } from './things.ts';

const version = { 'tus-resumable': '1.0.0' };
const octets = { 'content-type': 'application/offset+octet-stream' };

const toUpload = ({ upload }: Things): Ask => ({ path: `/api/uploads/${upload}`, headers: version });
const toObject = ({ path }: Things, query = ''): Ask => ({ path: `/api/objects/${path}${query}` });
const toContent = ({ file, version: of }: Things): Ask => ({ path: `/content/${file}/${of}/name.txt` });
const toPreview = ({ file, version: of }: Things): Ask => ({ path: `/preview/${file}/${of}` });
const toFolderArchive = ({ folder }: Things): Ask => ({ path: `/api/folders/${folder}/archive` });
const toAccountArchive = ({ accountArchive }: Things): Ask => ({ path: `/api/account/archive/${accountArchive}` });
const toArchive = ({ archive }: Things): Ask => ({ path: `/api/archives/${archive}` });

/** A new upload of four bytes, with them or without. */
function beginOf(folderId: string, body?: string): Ask {
  const named = { filename: `new-${randomUUID()}`, folderId };
  const metadata = Object.entries(named).map(([key, value]) => `${key} ${btoa(value)}`);
  const headers = { ...version, 'upload-length': '4', 'upload-metadata': metadata.join(',') };
  return body === undefined
    ? { path: '/api/uploads', headers }
    : { path: '/api/uploads', headers: { ...headers, ...octets }, body };
}

/** Uploads, files by path, content and the live stream. */
export const bytesRows: Rows = {
  'ALL /api/uploads': {
    'OPTIONS /api/uploads': { ask: () => ({ path: '/api/uploads' }), ok: 204, policy: everybody('ok') },
    'POST /api/uploads': {
      ask: ({ folder }) => beginOf(folder, 'abcd'),
      ok: 201,
      policy: writes('folder-not-found'),
      changes: true,
    },
    'POST /api/uploads #resumable': {
      ask: ({ folder }) => beginOf(folder),
      ok: 201,
      policy: writes('folder-not-found'),
      changes: true,
    },
  },
  'ALL /api/uploads/:id': {
    'HEAD /api/uploads/{id}': { ask: toUpload, ok: 200, policy: writes('upload-not-found') },
    'PATCH /api/uploads/{id}': {
      ask: (things) => ({
        ...toUpload(things),
        headers: { ...version, ...octets, 'upload-offset': '0' },
        body: 'stranger',
      }),
      ok: 204,
      policy: writes('upload-not-found'),
      changes: true,
    },
    'DELETE /api/uploads/{id}': { ask: toUpload, ok: 204, policy: writes('upload-not-found'), changes: true },
  },
  'ALL /api/objects/*': {
    'GET /api/objects': { ask: () => ({ path: '/api/objects' }), ok: 200, policy: everyAccount('ok') },
    'GET /api/objects/{path}': {
      ask: (things) => toObject(things, '?alt=media'),
      ok: 200,
      policy: reads('object-not-found'),
    },
    'HEAD /api/objects/{path}': { ask: (things) => toObject(things), ok: 200, policy: reads('object-not-found') },
    'PUT /api/objects/{path}': {
      ask: ({ freePath }) => ({ path: `/api/objects/${freePath}`, body: 'stranger' }),
      ok: 201,
      policy: writes('folder-not-found'),
      changes: true,
    },
    'POST /api/objects/{path}': {
      ask({ freePath }) {
        const body = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nstranger\r\n--b--\r\n';
        const headers = { 'content-type': 'multipart/form-data; boundary=b' };
        return { path: `/api/objects/${freePath}`, headers, body };
      },
      ok: 201,
      policy: writes('folder-not-found'),
      changes: true,
    },
    'PATCH /api/objects/{path}': {
      ask: (things) => ({ ...toObject(things), body: '{"contentLanguage":"de"}' }),
      ok: 200,
      policy: writes('object-not-found'),
      changes: true,
    },
    'DELETE /api/objects/{path}': {
      ask: (things) => toObject(things),
      ok: 204,
      policy: writes('object-not-found'),
      changes: true,
    },
  },
  'GET /content/:file/:version/:name': {
    'GET /content/{file}/{version}/{name}': { ask: toContent, ok: 200, policy: reads('object-not-found') },
    'HEAD /content/{file}/{version}/{name}': { ask: toContent, ok: 200, policy: reads('object-not-found') },
    // A token of another file, and one that nobody has, beside whatever session there is.
    'GET /content/{file}/{version}/{name} #with a token of another file': {
      ask: (things) => ({ path: `${toContent(things).path}?token=${randomUUID()}` }),
      ok: 0,
      policy: everybody('object-not-found'),
    },
    // Who has the token reads the file.
    'GET /content/{file}/{version}/{name} #with its token': {
      ask: (things) => ({ path: `${toContent(things).path}?token=${things.token}` }),
      ok: 200,
      policy: everybody('ok'),
      discloses: true,
    },
  },
  'GET /api/folders/:id/archive': {
    'GET /api/folders/{id}/archive': { ask: toFolderArchive, ok: 200, policy: reads('folder-not-found') },
    'HEAD /api/folders/{id}/archive': { ask: toFolderArchive, ok: 200, policy: reads('folder-not-found') },
  },
  'GET /api/archives/:id': {
    'GET /api/archives/{id}': { ask: toArchive, ok: 200, policy: reads('archive-not-found') },
    'HEAD /api/archives/{id}': { ask: toArchive, ok: 200, policy: reads('archive-not-found') },
  },
  'GET /api/account/archive/:id': {
    'GET /api/account/archive/{id}': { ask: toAccountArchive, ok: 200, policy: persons('archive-not-found') },
    'HEAD /api/account/archive/{id}': { ask: toAccountArchive, ok: 200, policy: persons('archive-not-found') },
  },
  'GET /preview/:file/:version': {
    // The file is no picture.
    'GET /preview/{file}/{version}': { ask: toPreview, ok: 0, policy: everyAccount('object-not-found') },
  },
  'POST /api/files/batch': {
    'POST /api/files/batch': {
      // Each file has its own outcome: what is refused to this sender is the file, not the request.
      ask: () => ({ path: '/api/files/batch', body: new TextDecoder().decode(batchBody([])) }),
      ok: 0,
      policy: everyAccount('invalid-input'),
    },
  },
  'PUT /api/files/:file/versions/:version/poster': {
    'PUT /api/files/{file}/versions/{version}/poster': {
      ask: ({ file, version: of }) => ({ path: `/api/files/${file}/versions/${of}/poster`, body: 'stranger' }),
      // The file is no film.
      ok: 0,
      policy: writes('object-not-found', 'picture-not-wanted'),
      changes: true,
    },
  },
  // Each about the picture of who asks, which they have not chosen, and nothing else is one.
  'GET /api/account/picture': {
    'GET /api/account/picture': {
      ask: () => ({ path: '/api/account/picture' }),
      ok: 0,
      policy: { ...persons('not-found'), 'the owner': 'not-found' },
    },
  },
  'PUT /api/account/picture': {
    'PUT /api/account/picture': {
      ask: () => ({ path: '/api/account/picture', body: 'no picture' }),
      ok: 0,
      policy: { ...persons('no-picture'), 'the owner': 'no-picture' },
      changes: true,
    },
  },
  'ALL /content/*': {
    'GET /content/{unknown}': { ask: () => ({ path: '/content/x' }), ok: 0, policy: everybody('not-found') },
  },
  'ALL /preview/*': {
    'GET /preview/{unknown}': { ask: () => ({ path: '/preview/x' }), ok: 0, policy: everybody('not-found') },
  },
  'GET /api/live': { 'GET /api/live': { ask: () => ({ path: '/api/live' }), ok: 200, policy: everyAccount('ok') } },
};
