import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type Configuration, Provider } from 'oidc-provider';
import { atEndOfFile } from '../fixtures/file-end.ts';
import { freePort } from '../fixtures/free-port.ts';
import { createProviderStore } from './provider-store.ts';

/** Somebody with an account at the provider. */
export type ProviderPerson = { subject: string; email?: string; isVerified?: boolean };

type Claims = Record<string, unknown>;

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

const client = { id: 'keepsake', secret: 'the secret of the client at the provider' };

/**
 * A real OpenID Connect provider (oidc-provider) on a port of its own. Its log-in page asks for the subject of one of its people and for no
 * password. `changeToken` changes the claims of the ID tokens that it gives from then on; they are signed with its own key, or with
 * the one that is given.
 */
export async function startProvider({ baseUrl, people }: { baseUrl: string; people: ProviderPerson[] }) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const key = newKey();
  let change: ((claims: Claims) => Claims) | undefined;
  let signedWith = key;
  const provider = new Provider(issuer, configurationOf({ baseUrl, people, key }));
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (change === undefined || ctx.path !== '/token' || typeof body?.id_token !== 'string') return;
    body.id_token = signed(change(claimsIn(body.id_token)), signedWith);
  });
  const answer = provider.callback();
  let silent = false;
  const server = createServer((request, response) => {
    if (silent) return;
    if (request.url?.startsWith('/interaction/')) void interact(provider, people, request, response);
    else void answer(request, response);
  });
  await listen(server, port);
  atEndOfFile(() => stop(server));

  return {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_NAME: 'Home ID',
    },
    changeToken(how: typeof change, by: KeyObject = key): void {
      change = how;
      signedWith = by;
    },
    /** It accepts connections and never answers. */
    beSilent(is: boolean): void {
      silent = is;
    },
    stop: () => stop(server),
    start: () => listen(server, port),
  };
}

/** A key that no provider is known by. */
export function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

function configurationOf(about: { baseUrl: string; people: ProviderPerson[]; key: KeyObject }): Configuration {
  const { baseUrl, people, key } = about;
  return {
    adapter: createProviderStore,
    clients: [
      { client_id: client.id, client_secret: client.secret, redirect_uris: [`${baseUrl}/api/openid/callback`] },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: kidOf(key), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['the key of its cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    async findAccount(_ctx, sub) {
      const person = people.find(({ subject }) => subject === sub);
      if (person === undefined) return undefined;
      const { email, isVerified = true } = person;
      const claims = { sub, ...(email === undefined ? {} : { email, email_verified: isVerified }) };
      return { accountId: sub, claims: async () => claims };
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // What people consented to once is not asked again.
    async loadExistingGrant(ctx) {
      const { Grant } = ctx.oidc.provider;
      const { session, client: asking } = ctx.oidc;
      const grant = new Grant({ accountId: session?.accountId, clientId: asking?.clientId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  };
}

/** The log-in page: a form with the subject, and a link that declines. */
async function interact(
  provider: Provider,
  people: ProviderPerson[],
  request: Parameters<Provider['interactionDetails']>[0],
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>Home ID</title><link rel="icon" href="data:,"><form method="post"><label>Who are you? <input name="subject"></label><button>Continue</button></form></html>`,
    );
    return;
  }
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const subject = new URLSearchParams(body).get('subject') ?? '';
  const isKnown = people.some((person) => person.subject === subject);
  const result = isKnown ? { login: { accountId: subject } } : { error: 'access_denied' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function listen(server: Server, port: number): Promise<void> {
  if (server.listening) return;
  await once(server.listen(port, '127.0.0.1'), 'listening');
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function claimsIn(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
}

function signed(claims: Claims, key: KeyObject): string {
  const parts = [{ alg: 'RS256', typ: 'JWT', kid: kidOf(key) }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

function kidOf(key: KeyObject): string {
  return createHash('sha256')
    .update(JSON.stringify(key.export({ format: 'jwk' }).n))
    .digest('base64url')
    .slice(0, 8);
}
