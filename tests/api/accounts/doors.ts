import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Person, Visitor } from '#tests/support/client/build-account.ts';
import type { SoftwarePasskey } from '#tests/support/client/software-passkey.ts';

/** Whose doors are tried, and what of theirs a stranger may know. */
export type Target = { person: Person; passkey: SoftwarePasskey /** The address of a file. */; url: string };

/** Who tries: a browser with what it has of the account, and the address that it comes from this time. */
export type Burglar = { visitor: Visitor; address: string };

/** A way in, and a request that tries one secret at it. */
export type Door = {
  /** As the contract writes them; none where every route takes it. */
  routes: string[];
  knock: (burglar: Burglar, target: Target) => Promise<Response>;
};

/** As long as those of the server: 256 random bits. */
const token = () => randomBytes(32).toString('base64url');
const wrongPassword = () => `a guess ${randomUUID()}`;

/** Secrets that people choose or type: each of these is counted. */
export const typedDoors = {
  'password, at the log-in': {
    routes: ['POST /api/auth/sign-in/email'],
    knock: (burglar, { person: { email } }) =>
      post(burglar, '/api/auth/sign-in/email', { email, password: wrongPassword() }),
  },
  'password, to confirm': {
    routes: ['POST /api/account/confirm'],
    knock: (burglar) => post(burglar, '/api/account/confirm', { password: wrongPassword() }),
  },
  'password, to change it': {
    routes: ['POST /api/account/password'],
    knock: (burglar) =>
      post(burglar, '/api/account/password', { currentPassword: wrongPassword(), newPassword: token() }),
  },
  'code of an app': {
    routes: ['POST /api/auth/second-step'],
    knock: (burglar) => post(burglar, '/api/auth/second-step', { code: wrongCode(), trust: true }),
  },
  'backup code': {
    routes: ['POST /api/auth/second-step'],
    knock: (burglar) => post(burglar, '/api/auth/second-step', { code: '00000-00000', trust: true }),
  },
} satisfies Record<string, Door>;

/** Secrets of random bits, and signatures: no number of guesses finds one, so none is counted for the account. */
export const randomDoors = {
  passkey: {
    routes: ['POST /api/auth/passkey-options', 'POST /api/auth/passkey'],
    async knock(burglar, { passkey }) {
      const asked = await post(burglar, '/api/auth/passkey-options', { secondStep: false });
      const { challenge } = (await asked.json()) as { challenge: string };
      const answer = passkey.answer(burglar.visitor, challenge);
      const forged = { ...answer, response: { ...answer.response, signature: token() } };
      return await post(burglar, '/api/auth/passkey', { answer: forged });
    },
  },
  'session cookie': {
    routes: ['GET /api/auth/get-session', 'POST /api/auth/keep-account', 'POST /api/auth/sign-out'],
    knock: (burglar) =>
      get(burglar, '/api/folders/root', { cookie: `better-auth.session_token=${token()}.${token()}` }),
  },
  'app password': {
    routes: [],
    knock: (burglar) => get(burglar, '/api/folders/root', { cookie: '', authorization: `Bearer ${token()}` }),
  },
  'app password, at files by path': {
    routes: [],
    knock: (burglar) => get(burglar, '/api/objects', { cookie: '', authorization: `Bearer ${token()}` }),
  },
  'download token': {
    routes: ['GET /content/{file}/{version}/{name}'],
    knock: (burglar, { url }) => get(burglar, `${url}?token=${token()}`, { cookie: '' }),
  },
  'reset link': {
    routes: [
      'POST /api/auth/request-password-reset',
      'GET /api/auth/reset-password/{token}',
      'POST /api/auth/reset-password',
    ],
    knock: (burglar) => post(burglar, '/api/auth/reset-password', { token: token(), newPassword: token() }),
  },
  'link to a new address': {
    routes: ['POST /api/auth/confirm-address'],
    knock: (burglar) => post(burglar, '/api/auth/confirm-address', { token: token() }),
  },
  'link to the old address': {
    routes: ['POST /api/auth/take-back-address'],
    knock: (burglar) => post(burglar, '/api/auth/take-back-address', { token: token() }),
  },
  invitation: {
    routes: ['POST /api/auth/invitation', 'POST /api/auth/sign-up/email'],
    knock: (burglar) => post(burglar, '/api/auth/invitation', { token: token() }),
  },
  'invitation, to sign up': {
    routes: ['POST /api/auth/sign-up/email'],
    knock: (burglar) =>
      post(
        burglar,
        '/api/auth/sign-up/email',
        { name: 'x', email: `${randomUUID()}@example.org`, password: token() },
        { 'x-invitation': token() },
      ),
  },
  'link of the setup': {
    routes: ['POST /api/account/set-up'],
    knock: (burglar) => post(burglar, '/api/account/set-up', { token: token() }),
  },
  'log-in provider': {
    routes: ['POST /api/openid/begin', 'GET /api/openid/callback'],
    knock: (burglar) => get(burglar, `/api/openid/callback?code=${token()}&state=${token()}`),
  },
} satisfies Record<string, Door>;

/** Routes with a field of such a name that tries no secret of the account, and why. */
export const noDoors = {
  'POST /api/account/two-step/on': 'whoever calls it was shown the secret in this session',
  'POST /api/account/passkeys': 'adds one of whoever is logged in and confirmed',
};

function wrongCode(): string {
  return String(randomInt(0, 10)).repeat(6);
}

function get(burglar: Burglar, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return burglar.visitor.fetch(path, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': burglar.address, ...headers },
  });
}

function post(burglar: Burglar, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return burglar.visitor.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': burglar.address, ...headers },
    body: JSON.stringify(body),
  });
}
