import { randomUUID } from 'node:crypto';
import { everyAccount, owns, persons, reads, shares, writes } from './policies.ts';
import { json, type Row } from './row.ts';

const fresh = () => `new-${randomUUID()}`;

/** The JSON endpoints of folders and files, and the app passwords that open them. */
export const driveRows: Record<string, Row> = {
  'POST /api/folders': {
    ask: ({ folder }) => json('/api/folders', { name: fresh(), parentId: folder }),
    ok: 201,
    policy: writes('folder-not-found'),
    changes: true,
  },
  'GET /api/folders/{id}': {
    ask: ({ folder }) => ({ path: `/api/folders/${folder}` }),
    ok: 200,
    policy: reads('folder-not-found'),
  },
  'GET /api/folders/{id}/children': {
    ask: ({ folder }) => ({ path: `/api/folders/${folder}/children` }),
    ok: 200,
    policy: reads('folder-not-found'),
  },
  'GET /api/folders/{id}/old-versions': {
    ask: ({ folder }) => ({ path: `/api/folders/${folder}/old-versions` }),
    ok: 200,
    policy: reads('folder-not-found'),
  },
  'GET /api/entries/{id}': {
    ask: ({ file }) => ({ path: `/api/entries/${file}` }),
    ok: 200,
    policy: reads('entry-not-found'),
  },
  'PATCH /api/entries/{id}': {
    ask: ({ file }) => json(`/api/entries/${file}`, { name: fresh() }),
    ok: 200,
    policy: writes('entry-not-found'),
    changes: true,
  },
  'DELETE /api/entries/{id}': {
    ask: ({ file }) => ({ path: `/api/entries/${file}` }),
    ok: 200,
    policy: writes('entry-not-found'),
    changes: true,
  },
  'POST /api/entries/{id}/copy': {
    ask: ({ file, folder }) => json(`/api/entries/${file}/copy`, { parentId: folder, name: fresh() }),
    ok: 201,
    policy: writes('entry-not-found'),
    changes: true,
  },
  'GET /api/search': {
    ask: ({ folder }) => ({ path: `/api/search?q=&folderId=${folder}` }),
    ok: 200,
    policy: reads('folder-not-found'),
  },
  'GET /api/views/{view}': { ask: () => ({ path: '/api/views/recent' }), ok: 200, policy: everyAccount('ok') },
  'GET /api/trash': { ask: () => ({ path: '/api/trash' }), ok: 200, policy: shares('ok') },
  'DELETE /api/trash': { ask: () => ({ path: '/api/trash' }), ok: 204, policy: owns('ok'), changes: true },
  'POST /api/trash/{id}/restore': {
    ask: ({ trashed }) => ({ path: `/api/trash/${trashed}/restore` }),
    ok: 200,
    policy: writes('not-in-trash'),
    changes: true,
  },
  'DELETE /api/trash/{id}': {
    ask: ({ trashed }) => ({ path: `/api/trash/${trashed}` }),
    ok: 204,
    policy: owns('not-in-trash'),
    changes: true,
  },
  'POST /api/undo/{operationId}': {
    ask: ({ operation }) => ({ path: `/api/undo/${operation}` }),
    ok: 200,
    policy: shares('operation-not-found'),
    changes: true,
  },
  'POST /api/batch': {
    ask: ({ file }) => json('/api/batch', { operations: [{ do: 'update', id: file, name: fresh() }] }),
    ok: 200,
    policy: writes('entry-not-found'),
    changes: true,
  },
  'GET /api/files/sizes/{size}': {
    ask: ({ size }) => ({ path: `/api/files/sizes/${size}` }),
    ok: 200,
    policy: everyAccount('ok'),
  },
  'POST /api/files/link': {
    ask: ({ folder: folderId, hash: sha256, size }) =>
      json('/api/files/link', { name: fresh(), folderId, size, sha256 }),
    // The bytes are looked up first; those of others are no bytes.
    ok: 200,
    policy: writes('ok'),
    changes: true,
  },
  'GET /api/files/{id}/integrity': {
    ask: ({ file }) => ({ path: `/api/files/${file}/integrity` }),
    ok: 200,
    policy: reads('object-not-found'),
  },
  'GET /api/files/{id}/facts': {
    ask: ({ file }) => ({ path: `/api/files/${file}/facts` }),
    ok: 200,
    policy: reads('object-not-found'),
  },
  'GET /api/files/{id}/versions': {
    ask: ({ file }) => ({ path: `/api/files/${file}/versions` }),
    ok: 200,
    policy: reads('object-not-found'),
  },
  'POST /api/files/{id}/versions/{versionId}/restore': {
    ask: ({ file, earlierVersion }) => ({ path: `/api/files/${file}/versions/${earlierVersion}/restore` }),
    ok: 200,
    policy: writes('object-not-found'),
    changes: true,
  },
  'DELETE /api/files/{id}/versions/{versionId}': {
    ask: ({ file, earlierVersion }) => ({ path: `/api/files/${file}/versions/${earlierVersion}` }),
    ok: 204,
    policy: owns('object-not-found'),
    changes: true,
  },
  'POST /api/files/keep-both': {
    ask: ({ file }) => json('/api/files/keep-both', { files: [{ id: file, version: 2 }] }),
    ok: 200,
    policy: writes('object-not-found'),
    changes: true,
  },
  'GET /api/account/versions': { ask: () => ({ path: '/api/account/versions' }), ok: 200, policy: owns('ok') },
  'PUT /api/account/versions': {
    ask: () => json('/api/account/versions', { keep: 'by-age' }),
    ok: 200,
    policy: owns('ok'),
    changes: true,
  },
  'POST /api/archives': {
    ask: ({ folder, file }) => json('/api/archives', { ids: [folder, file] }),
    ok: 200,
    policy: writes('entry-not-found'),
    changes: true,
  },
  'POST /api/files/{id}/unpack': {
    ask: ({ zip }) => ({ path: `/api/files/${zip}/unpack` }),
    ok: 202,
    policy: writes('object-not-found'),
    changes: true,
  },
  'GET /api/unpackings': { ask: () => ({ path: '/api/unpackings' }), ok: 200, policy: everyAccount('ok') },
  'GET /api/unpackings/{id}': {
    ask: ({ unpacking }) => ({ path: `/api/unpackings/${unpacking}` }),
    ok: 200,
    policy: reads('unpacking-not-found'),
  },
  'POST /api/unpackings/{id}/stop': {
    ask: ({ unpacking }) => ({ path: `/api/unpackings/${unpacking}/stop` }),
    ok: 200,
    policy: writes('unpacking-not-found'),
    changes: true,
  },
  'GET /api/app-passwords': { ask: () => ({ path: '/api/app-passwords' }), ok: 200, policy: persons('ok') },
  'POST /api/app-passwords': {
    ask: ({ folder: folderId }) => json('/api/app-passwords', { name: fresh(), folderId }),
    ok: 201,
    policy: { ...persons('folder-not-found'), 'a program for another folder': 'session-needed' },
    changes: true,
  },
  'DELETE /api/app-passwords/{id}': {
    ask: ({ appPassword }) => ({ path: `/api/app-passwords/${appPassword}` }),
    ok: 204,
    policy: persons('app-password-not-found'),
    changes: true,
  },
  'GET /api/entries/{fileId}/download-tokens': {
    ask: ({ file }) => ({ path: `/api/entries/${file}/download-tokens` }),
    ok: 200,
    policy: shares('object-not-found'),
  },
  'POST /api/entries/{fileId}/download-tokens': {
    ask: ({ file }) => json(`/api/entries/${file}/download-tokens`, {}),
    ok: 201,
    policy: shares('object-not-found'),
    changes: true,
  },
  'DELETE /api/download-tokens/{id}': {
    ask: ({ tokenId }) => ({ path: `/api/download-tokens/${tokenId}` }),
    ok: 204,
    policy: shares('token-not-found'),
    changes: true,
  },
  'GET /api/account/storage': { ask: () => ({ path: '/api/account/storage' }), ok: 200, policy: shares('ok') },
};
