import { everybody } from './policies.ts';
import { json, type Row, type Rows } from './row.ts';

/** What everybody gets alike at an address. */
const page = (path: string, ok = 200): Row => ({ ask: () => ({ path }), ok, policy: everybody('ok') });

const password = 'a password that nobody has';

/** Accounts, health checks and the web app: here nobody is known yet, or nobody asks. */
export const publicRows: Rows = {
  'GET /api/auth/*': {
    'GET /api/auth/get-session': page('/api/auth/get-session'),
    'GET /api/auth/reset-password/{token}': page('/api/auth/reset-password/unknown?callbackURL=%2Freset', 302),
  },
  'POST /api/auth/*': {
    'POST /api/auth/sign-up/email': {
      ask: ({ email }) => json('/api/auth/sign-up/email', { name: 'x', email, password }),
      // Specification, section 8: a sign-up says that the address has an account.
      ok: 200,
      policy: everybody('address-taken'),
      changes: true,
      discloses: true,
    },
    'POST /api/auth/invitation': {
      ask: () => json('/api/auth/invitation', { token: 'unknown' }),
      ok: 200,
      policy: everybody('invitation-ended'),
    },
    'POST /api/auth/sign-in/email': {
      ask: ({ email }) => json('/api/auth/sign-in/email', { email, password }),
      ok: 200,
      policy: everybody('wrong-credentials'),
      changes: true,
    },
    'POST /api/auth/second-step': {
      ask: () => json('/api/auth/second-step', { code: '000000' }),
      ok: 200,
      policy: { ...everybody('second-step-over'), 'somebody before the second step': 'wrong-code' },
      changes: true,
    },
    'POST /api/auth/passkey-options': {
      ask: () => json('/api/auth/passkey-options', { secondStep: false }),
      ok: 200,
      policy: everybody('ok'),
      changes: true,
    },
    'POST /api/auth/passkey': {
      ask: () =>
        json('/api/auth/passkey', {
          answer: { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30' } },
        }),
      ok: 200,
      policy: everybody('passkey-refused'),
      changes: true,
    },
    'POST /api/auth/sign-out': {
      ask: () => json('/api/auth/sign-out', {}),
      ok: 200,
      policy: everybody('ok'),
      changes: true,
      endsSession: true,
    },
    'POST /api/auth/request-password-reset': {
      ask: ({ email }) => json('/api/auth/request-password-reset', { email, redirectTo: '/reset' }),
      ok: 200,
      policy: everybody('ok'),
      changes: true,
    },
    // Who has not closed it keeps it as it is; tests/api/accounts/closing.test.ts has the rest.
    'POST /api/auth/keep-account': {
      ask: () => json('/api/auth/keep-account', {}),
      ok: 200,
      policy: {
        ...everybody('unauthenticated'),
        'a session of an account that its person closed': 'ok',
        'a stranger': 'ok',
        'an administrator': 'ok',
        'the owner': 'ok',
      },
      changes: true,
      endsSession: true,
    },
    'POST /api/auth/confirm-address': {
      ask: () => json('/api/auth/confirm-address', { token: 'unknown' }),
      ok: 200,
      policy: everybody('address-link-ended'),
      changes: true,
    },
    'POST /api/auth/take-back-address': {
      ask: () => json('/api/auth/take-back-address', { token: 'unknown' }),
      ok: 200,
      policy: everybody('address-link-ended'),
      changes: true,
    },
    'POST /api/auth/reset-password': {
      ask: () => json('/api/auth/reset-password', { token: 'unknown', newPassword: password }),
      ok: 200,
      policy: everybody('reset-link-ended'),
      changes: true,
    },
  },
  'GET /api/log-in': { 'GET /api/log-in': page('/api/log-in') },
  // This server has no log-in provider: tests/api/accounts/openid.test.ts has one.
  'POST /api/openid/begin': {
    'POST /api/openid/begin': {
      ask: () => json('/api/openid/begin', { purpose: 'log-in' }),
      ok: 200,
      policy: everybody('no-provider'),
      changes: true,
    },
  },
  'GET /api/openid/callback': {
    'GET /api/openid/callback': { ...page('/api/openid/callback?code=x&state=x'), policy: everybody('no-provider') },
  },
  'GET /healthz': { 'GET /healthz': page('/healthz') },
  'GET /readyz': { 'GET /readyz': { ...page('/readyz'), ask: () => ({ path: '/readyz', until: 200 }) } },
  'OPTIONS /': { 'OPTIONS /': page('/') },
  'GET /api/openapi.json': { 'GET /api/openapi.json': page('/api/openapi.json') },
  'GET /api/docs/*': { 'GET /api/docs': page('/api/docs') },
  'GET /assets/*': { 'GET /assets/{file}': { ...page('/assets/none.js'), policy: everybody('not-found') } },
  'GET /favicon.ico': { 'GET /favicon.ico': page('/favicon.ico') },
  'GET /*': { 'GET /{page}': page('/folders/any') },
  'ALL /*': { 'POST /{page}': { ...page('/folders/any'), policy: everybody('method-not-allowed') } },
};
