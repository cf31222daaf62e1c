import { randomUUID } from 'node:crypto';
import { persons } from './policies.ts';
import { json, type Row } from './row.ts';

const fresh = () => `new-${randomUUID()}`;

/** As a browser would answer, of no device. */
const answer = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30' } };

/** The JSON endpoints of accounts. */
export const accountRows: Record<string, Row> = {
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
  'GET /api/account/role': { ask: () => ({ path: '/api/account/role' }), ok: 200, policy: persons('ok') },
  'POST /api/account/set-up': {
    ask: () => json('/api/account/set-up', { token: 'unknown' }),
    ok: 204,
    policy: { ...persons('invitation-ended'), 'the owner': 'invitation-ended' },
    changes: true,
  },
  'POST /api/account/archive': {
    ask: () => json('/api/account/archive', { versions: true }),
    ok: 201,
    policy: persons('ok'),
    changes: true,
  },
  // With an address that nobody has; tests/api/accounts/closing.test.ts has the rest.
  'POST /api/account/close': {
    ask: () => json('/api/account/close', { email: `${fresh()}@example.org` }),
    ok: 200,
    policy: { ...persons('address-differs'), 'the owner': 'address-differs' },
    changes: true,
  },
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
