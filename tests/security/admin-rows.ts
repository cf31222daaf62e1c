import { randomUUID } from 'node:crypto';
import { administers } from './policies.ts';
import { json, type Row } from './row.ts';

/** What administrators do, of the JSON endpoints of the contract. */
export const adminRows: Record<string, Row> = {
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
  'POST /api/admin/people/{id}/password-link': {
    ask: () => ({ path: `/api/admin/people/${randomUUID()}/password-link` }),
    ok: 200,
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
};
