import { randomUUID } from 'node:crypto';
import { administers, everyAccount, owns, persons, reads, shares, writes } from './policies.ts';
import { json, type Row, type Rows } from './row.ts';

const fresh = () => `new-${randomUUID()}`;

/** As a browser would answer, of no device. */
const answer = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30' } };

/** The JSON endpoints of the contract. */
const procedures: Record<string, Row> = {
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
  'POST /api/account/confirm': {
    ask: ({ password }) => json('/api/account/confirm', { password }),
    ok: 204,
    policy: persons('wrong-credentials'),
    changes: true,
  },
  'GET /api/account/identities': { ask: () => ({ path: '/api/account/identities' }), ok: 200, policy: persons('ok') },
  'DELETE /api/account/identities/{id}': {
    ask: ({ appPassword }) => ({ path: `/api/account/identities/${appPassword}` }),
    ok: 204,
    // This server has no log-in provider, so there is none to disconnect.
    policy: { ...persons('identity-not-found'), 'the owner': 'identity-not-found' },
    changes: true,
  },
  // While it is off; tests/api/accounts/two-step.test.ts has the rest.
  'POST /api/account/two-step/on': {
    ask: () => json('/api/account/two-step/on', { code: '123456' }),
    ok: 200,
    policy: { ...persons('two-step-is-off'), 'the owner': 'two-step-is-off' },
    changes: true,
  },
  'POST /api/account/two-step/backup-codes': {
    ask: () => ({ path: '/api/account/two-step/backup-codes' }),
    ok: 201,
    policy: { ...persons('two-step-is-off'), 'the owner': 'two-step-is-off' },
    changes: true,
  },
  'DELETE /api/account/two-step': {
    ask: () => ({ path: '/api/account/two-step' }),
    ok: 204,
    policy: { ...persons('two-step-is-off'), 'the owner': 'two-step-is-off' },
    changes: true,
  },
  // tests/e2e/account/passkeys.test.ts has what a device makes, tests/api/accounts/passkeys.test.ts those of others.
  'POST /api/account/confirm/options': {
    ask: () => ({ path: '/api/account/confirm/options' }),
    ok: 200,
    policy: { ...persons('passkey-not-found'), 'the owner': 'passkey-not-found' },
    changes: true,
  },
  'GET /api/account/passkeys': { ask: () => ({ path: '/api/account/passkeys' }), ok: 200, policy: persons('ok') },
  'POST /api/account/passkeys/options': {
    ask: () => ({ path: '/api/account/passkeys/options' }),
    ok: 200,
    policy: persons('ok'),
    changes: true,
    discloses: true,
  },
  'POST /api/account/passkeys': {
    ask: () => json('/api/account/passkeys', { name: fresh(), answer }),
    ok: 201,
    policy: { ...persons('passkey-refused'), 'the owner': 'passkey-refused' },
    changes: true,
  },
  'PATCH /api/account/passkeys/{id}': {
    ask: ({ file }) => json(`/api/account/passkeys/${file}`, { name: fresh() }),
    ok: 200,
    policy: { ...persons('passkey-not-found'), 'the owner': 'passkey-not-found' },
    changes: true,
  },
  'DELETE /api/account/passkeys/{id}': {
    ask: ({ file }) => ({ path: `/api/account/passkeys/${file}` }),
    ok: 204,
    policy: { ...persons('passkey-not-found'), 'the owner': 'passkey-not-found' },
    changes: true,
  },
  'GET /api/account/two-step': { ask: () => ({ path: '/api/account/two-step' }), ok: 200, policy: persons('ok') },
  'POST /api/account/two-step': {
    ask: () => ({ path: '/api/account/two-step' }),
    ok: 201,
    policy: persons('ok'),
    changes: true,
    discloses: true,
  },
  'GET /api/account/sessions': { ask: () => ({ path: '/api/account/sessions' }), ok: 200, policy: persons('ok') },
  'DELETE /api/account/sessions/{id}': {
    ask: ({ session }) => ({ path: `/api/account/sessions/${session}` }),
    ok: 204,
    policy: persons('session-not-found'),
    changes: true,
  },
  'POST /api/account/address': {
    ask: () => json('/api/account/address', { email: `${fresh()}@example.org` }),
    ok: 204,
    policy: persons('ok'),
    changes: true,
  },
  'DELETE /api/account/address': {
    ask: () => ({ path: '/api/account/address' }),
    ok: 204,
    policy: persons('ok'),
    changes: true,
  },
  'GET /api/account/profile': { ask: () => ({ path: '/api/account/profile' }), ok: 200, policy: persons('ok') },
  'PUT /api/account/name': {
    ask: () => json('/api/account/name', { name: 'Somebody' }),
    ok: 204,
    policy: persons('ok'),
    changes: true,
  },
  'DELETE /api/account/picture': {
    ask: () => ({ path: '/api/account/picture' }),
    ok: 204,
    policy: persons('ok'),
    changes: true,
  },
  'GET /api/account/storage': { ask: () => ({ path: '/api/account/storage' }), ok: 200, policy: shares('ok') },
  'GET /api/account/role': { ask: () => ({ path: '/api/account/role' }), ok: 200, policy: persons('ok') },
  'POST /api/account/set-up': {
    ask: () => json('/api/account/set-up', { token: 'unknown' }),
    ok: 204,
    policy: { ...persons('invitation-ended'), 'the owner': 'invitation-ended' },
    changes: true,
  },
  'GET /api/admin/people': {
    ask: () => ({ path: '/api/admin/people?limit=1000' }),
    ok: 200,
    policy: administers(),
    administers: true,
  },
  'PATCH /api/admin/people/{id}': {
    ask: ({ owner }) => json(`/api/admin/people/${owner}`, { quotaBytes: null }),
    ok: 200,
    policy: administers(),
    changes: true,
    administers: true,
  },
  'POST /api/admin/people/{id}/end-sessions': {
    ask: () => ({ path: `/api/admin/people/${randomUUID()}/end-sessions` }),
    ok: 204,
    policy: administers('person-not-found'),
    changes: true,
  },
  'POST /api/admin/people/{id}/reset-two-step': {
    ask: () => ({ path: `/api/admin/people/${randomUUID()}/reset-two-step` }),
    ok: 204,
    policy: administers('person-not-found'),
    changes: true,
  },
  'GET /api/admin/invitations': {
    ask: () => ({ path: '/api/admin/invitations' }),
    ok: 200,
    policy: administers(),
    administers: true,
  },
  'POST /api/admin/invitations': {
    ask: () => json('/api/admin/invitations', {}),
    ok: 201,
    policy: administers(),
    changes: true,
    administers: true,
  },
  'DELETE /api/admin/invitations/{id}': {
    ask: () => ({ path: `/api/admin/invitations/${randomUUID()}` }),
    ok: 204,
    policy: administers('invitation-ended'),
    changes: true,
  },
  'GET /api/admin/server': {
    ask: () => ({ path: '/api/admin/server' }),
    ok: 200,
    policy: administers(),
    administers: true,
  },
  'POST /api/admin/mail-test': {
    ask: () => ({ path: '/api/admin/mail-test' }),
    ok: 200,
    policy: administers(),
    changes: true,
    administers: true,
  },
  'GET /api/admin/settings': {
    ask: () => ({ path: '/api/admin/settings' }),
    ok: 200,
    policy: administers(),
    administers: true,
  },
  'PATCH /api/admin/settings': {
    ask: () => json('/api/admin/settings', { signUp: 'open' }),
    ok: 200,
    policy: administers(),
    changes: true,
    administers: true,
  },
  // These end what the rows before them are about.
  'DELETE /api/account/sessions': {
    ask: () => ({ path: '/api/account/sessions' }),
    ok: 204,
    policy: persons('ok'),
    changes: true,
  },
  'POST /api/account/password': {
    ask: ({ password }) => json('/api/account/password', { currentPassword: password, newPassword: password }),
    ok: 204,
    policy: persons('wrong-credentials'),
    changes: true,
  },
  'GET /api/account/events': { ask: () => ({ path: '/api/account/events' }), ok: 200, policy: persons('ok') },
};

export const apiRows: Rows = {
  'ALL /api/*': {
    ...procedures,
    'GET /api/{unknown}': { ask: () => ({ path: '/api/nothing' }), ok: 0, policy: everyAccount('not-found') },
  },
};
