import { answers, forAnyone, inPath, inQuery, jsonPost, operation, text } from './openapi.ts';

/** Accounts and sessions. */
export const accountPaths = {
  '/api/auth/sign-up/email': {
    post: forAnyone(
      jsonPost(
        'Create an account',
        { name: 'string', email: 'string', password: 'string' },
        { 200: text('The account; does not create a session'), 422: text('The address already has an account') },
      ),
    ),
  },
  '/api/auth/invitation': {
    post: forAnyone(
      jsonPost(
        'Open an invitation',
        { token: 'string' },
        {
          200: text(
            '`{ kind, email, from, quotaBytes, expiresAt }`: `setup` makes whoever signs up an administrator. A sign-up sends the token as `X-Invitation`',
          ),
          400: text('The link was used, taken back or has expired'),
        },
      ),
    ),
  },
  '/api/auth/sign-in/email': {
    post: forAnyone(
      jsonPost(
        'Log in',
        { email: 'string', password: 'string' },
        {
          200: text('Sets the session cookie, and ends the session that the request had'),
          401: text('Wrong address or password, indistinguishably'),
          403: text(
            '`second-step-needed`: the password is right, and the account has two-step login. Sets a cookie for the second step',
          ),
        },
      ),
    ),
  },
  '/api/auth/second-step': {
    post: forAnyone(
      jsonPost(
        'Log in: the second step',
        { code: 'string', 'trust?': 'boolean' },
        {
          200: text(
            'Sets the session cookie, as the log-in does. `code` is one of the app or a backup code; with `trust` this browser is not asked again for 30 days',
          ),
          401: text('`wrong-code`, or `second-step-over`: the password has to be typed again'),
        },
      ),
    ),
  },
  '/api/auth/passkey-options': {
    post: forAnyone(
      jsonPost(
        'Ask a browser for a passkey',
        { 'secondStep?': 'boolean' },
        {
          200: text(
            'The options for `navigator.credentials.get`: for any passkey, or with `secondStep` for one of the account whose password was typed. Its answer is taken once, within ten minutes',
          ),
        },
      ),
    ),
  },
  '/api/auth/passkey': {
    post: forAnyone(
      jsonPost(
        'Log in with a passkey',
        { answer: 'object' },
        {
          200: text('Sets the session cookie, as the log-in does. There is no second step'),
          401: text('`passkey-refused`: unknown, removed, without the finger, face or PIN of the person, or too late'),
        },
      ),
    ),
  },
  '/api/auth/sign-out': { post: jsonPost('Log out', {}, { 200: text('The session has ended') }) },
  '/api/auth/keep-account': {
    post: jsonPost(
      'Keep an account that was closed',
      {},
      {
        200: text('The account is as it was, without app passwords and download tokens'),
        401: text('Nobody is logged in'),
        403: text('`account-closing`: its time is over, and it is being deleted'),
      },
    ),
  },
  '/api/auth/get-session': {
    get: forAnyone(
      operation('Who is signed in', 'Accounts', {
        200: text(
          '`{ user, session }` without the token of the session, or null; with `closesAt`, in milliseconds, while the account waits to be deleted: then its session is for nothing but keeping it and logging out',
        ),
      }),
    ),
  },
  '/api/auth/request-password-reset': {
    post: forAnyone(
      jsonPost(
        'Request a reset link by mail',
        { email: 'string', 'redirectTo?': 'string' },
        { 200: text('The same for every address') },
      ),
    ),
  },
  '/api/auth/reset-password/{token}': {
    parameters: [inPath('token')],
    get: forAnyone(
      operation('The link in the mail', 'Accounts', { 302: text('Redirects to the page for the new password') }),
    ),
  },
  '/api/auth/reset-password': {
    post: forAnyone(
      jsonPost(
        'Set a new password',
        { token: 'string', newPassword: 'string' },
        {
          200: text(
            'All sessions, app passwords, passkeys, download tokens and other reset links of the account have ended',
          ),
          400: text('The link was used or has expired'),
        },
      ),
    ),
  },
  '/api/log-in': {
    get: forAnyone(
      operation('The ways to log in', 'Accounts', {
        200: text(
          '`{ password, provider, signUp }`: whether passwords are used, the name of the log-in provider or null, and whether somebody without an invitation may create an account with a password',
        ),
      }),
    ),
  },
  '/api/openid/begin': {
    post: forAnyone(
      jsonPost(
        'Go to the log-in provider (OpenID Connect)',
        { purpose: 'string', 'returnTo?': 'string', 'invitation?': 'string' },
        {
          200: text(
            '`{ url }` at the provider, for the browser to go to; sets the cookie by which it is known when it comes back',
          ),
          ...answers(
            'invalid-input',
            'unauthenticated',
            'session-needed',
            'confirmation-needed',
            'no-provider',
            'provider-unavailable',
          ),
        },
      ),
    ),
  },
  '/api/openid/callback': {
    get: forAnyone({
      ...operation('Come back from the log-in provider', 'Accounts', {
        302: text('To the page wanted, with the session cookie; or to one with the code of what failed as `problem`'),
      }),
      parameters: [inQuery('code', 'What the provider gives'), inQuery('state', 'What this server gave')],
    }),
  },
  '/api/auth/confirm-address': {
    post: forAnyone(
      jsonPost(
        'Confirm a new address of an account',
        { token: 'string' },
        { 200: text('`{ email }`: the address that the account has now'), 400: text('The link was used or has ended') },
      ),
    ),
  },
  '/api/auth/take-back-address': {
    post: forAnyone(
      jsonPost(
        'Take back a change of the address of an account',
        { token: 'string' },
        {
          200: text(
            '`{ email }`: the address that the account has again. All that gave access has ended, and a new password has to be chosen by a reset link',
          ),
          400: text('The link was used or has ended'),
        },
      ),
    ),
  },
  '/api/account/picture': {
    get: operation('Your picture', 'Access', {
      200: text('A WebP of at most 512 pixels on a side'),
      304: text('Not modified'),
      ...answers('unauthenticated', 'session-needed', 'not-found'),
    }),
    put: {
      ...operation('Choose your picture', 'Access', {
        204: text('Stored'),
        ...answers('unauthenticated', 'session-needed', 'no-picture', 'body-too-large'),
      }),
      description: 'The body is a JPEG, PNG or WebP of at most 4 MiB, which the server draws anew in one small size.',
      requestBody: { content: { 'image/*': {} } },
    },
  },
};
