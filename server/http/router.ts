import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Health } from '#contract/health.ts';
import { maxAuthBytes, maxHeldAddressBytes, maxHeldAnonymousBytes, maxJsonBytes } from '#contract/limits.ts';
import { openidCallbackPath } from '#contract/openid.ts';
import { protocolPaths } from '#contract/protocols/paths.ts';
import type { Auth } from '#server/accounts/auth/auth-service.ts';
import { type Client, clientAddressHeader } from '#server/accounts/client-details.ts';
import { networksOf } from '#server/accounts/networks.ts';
import { type AnswerError, answerCode, errorResponse } from '#server/errors/answer-error.ts';
import type { ApiDocs } from './api/api-docs.ts';
import type { UploadBatchHandler } from './batch/upload-batch.ts';
import type { ArchivesHandler } from './content/archives.ts';
import type { ContentHandler, Exchange } from './content/content.ts';
import type { PostersHandler } from './content/posters.ts';
import type { ProfilePictureHandler } from './content/profile-picture.ts';
import { refuseMisleadingAddresses } from './middleware/misleading-addresses.ts';
import { type IsOwnOrigin, rejectForeignOrigins } from './middleware/own-origin.ts';
import { requireHost } from './middleware/require-host.ts';
import { objectsPath } from './objects/object-request.ts';
import type { OpenidHandler } from './openid/openid.ts';
import type { AppPolicies } from './server/app-policy.ts';
import { announcedBytes, createMemoryBudget } from './server/bounds/memory-budget.ts';
import { createTurnScheduler } from './server/bounds/turn-scheduler.ts';
import { clientAddress, proxyOf } from './server/client-address.ts';
import type { Env } from './server/env.ts';
import { methodsAt } from './server/route-template.ts';
import { type ErrorPage, mountWebApp } from './server/web-app.ts';
import { uploadsPath } from './tus/uploads.ts';

/** Log-ins and other calls to `/api/auth` that begin in one turn of the event loop; each computes for milliseconds. */
const accountCallsPerTurn = 2;
const accountCalls = createTurnScheduler(accountCallsPerTurn);

const accountPaths = Object.keys(protocolPaths)
  .filter((path) => path.startsWith('/api/auth/'))
  .map((path) => new RegExp(`^${path.replace(/\{\w+\}/, '[\\w-]+')}$`));

type Deps = {
  auth: Auth;
  api: (exchange: Exchange, client: Client, proxy: ReturnType<typeof proxyOf>) => Promise<Response | undefined>;
  uploads: (input: { request: Request; incoming: HttpBindings['incoming'] }) => Promise<Response>;
  content: Pick<ContentHandler, 'content' | 'preview'>;
  archives: ArchivesHandler;
  posters: PostersHandler;
  uploadBatch: UploadBatchHandler;
  profilePicture: ProfilePictureHandler;
  objects: (input: { request: Request } & Pick<HttpBindings, 'incoming' | 'outgoing'>) => Promise<Response>;
  live: { handle(exchange: Exchange): Promise<Response> };
  openid: OpenidHandler;
  docs: ApiDocs;
  health: () => Promise<Health>;
  answerError: AnswerError;
  /** Rejects requests for other hosts. */
  knownHosts: MiddlewareHandler<Env>;
  isOwnOrigin: IsOwnOrigin;
  isTrustedProxy: (address: string) => boolean;
  errorPage: ErrorPage;
  policies: AppPolicies;
};

/** Every route of the server: the handlers, then the web app. */
export function createRouter({
  auth,
  api,
  uploads,
  content,
  archives,
  posters,
  uploadBatch,
  profilePicture,
  objects,
  live,
  openid,
  docs,
  health,
  answerError,
  knownHosts,
  isOwnOrigin,
  isTrustedProxy,
  errorPage,
  policies,
}: Deps): Hono<Env> {
  const app = new Hono<Env>();
  const memory = createMemoryBudget({ maxBytes: maxHeldAnonymousBytes, maxBytesByClient: maxHeldAddressBytes });
  app.use(requireHost, knownHosts, rejectForeignOrigins(isOwnOrigin), refuseMisleadingAddresses, addRetryAfter);
  app.onError((error) => errorResponse(answerError(error)));

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  const readiness = async (c: Context<Env>) => {
    const found = await health();
    return c.json(found, { status: found.status === 'ok' ? 200 : 503 });
  };
  app.get('/readyz', readiness);
  // What HAProxy asks unless configured otherwise.
  app.options('/', readiness);

  app.on(['GET', 'POST'], '/api/auth/*', spread, holdBody(maxAuthBytes), clearCacheAtLogOut, (c) => {
    if (!isAccountPath(c.req.path)) return errorResponse(answerCode('not-found'));
    return auth.handler(withAddress(c));
  });
  app.get('/api/log-in', () => openid.logInWays());
  app.post('/api/openid/begin', spread, holdBody(maxAuthBytes), (c) => openid.begin(c.req.raw, clientFor(c)));
  app.get(openidCallbackPath, (c) => openid.callback(withAddress(c), clientFor(c)));

  for (const path of [uploadsPath, `${uploadsPath}/:id`]) {
    app.all(path, (c) => uploads({ request: c.req.raw, incoming: c.env.incoming }));
  }

  app.all(`${objectsPath}/*`, (c) => objects({ request: c.req.raw, ...c.env }));

  const exchange = (c: Context<Env>): Exchange => ({ request: c.req.raw, ...c.env });
  app.get('/content/:file/:version/:name', (c) =>
    content.content({ ...exchange(c), fileId: c.req.param('file'), versionId: c.req.param('version') }),
  );
  app.get('/preview/:file/:version', (c) =>
    content.preview({ ...exchange(c), fileId: c.req.param('file'), versionId: c.req.param('version') }),
  );
  app.get('/api/folders/:id/archive', (c) => archives.ofFolder({ ...exchange(c), id: c.req.param('id') }));
  app.get('/api/account/archive/:id', (c) => archives.ofAccount({ ...exchange(c), id: c.req.param('id') }));
  app.get('/api/archives/:id', (c) => archives.created({ ...exchange(c), id: c.req.param('id') }));

  app.put('/api/files/:file/versions/:version/poster', (c) =>
    posters({ ...exchange(c), fileId: c.req.param('file'), versionId: c.req.param('version') }),
  );

  app.post('/api/files/batch', (c) => uploadBatch({ request: c.req.raw, incoming: c.env.incoming }));
  app.get('/api/account/picture', (c) => profilePicture.get(exchange(c)));
  app.put('/api/account/picture', (c) => profilePicture.put(exchange(c)));

  app.get('/api/live', (c) => live.handle(exchange(c)));
  app.get('/api/openapi.json', () => docs.openapi());
  app.get('/api/docs/*', async (c, next) => (await docs.page(c.req.path)) ?? (await next()));

  const holdJson = holdBody(maxJsonBytes);
  // A body of unknown length is read to be measured; every other is held by the handler, which knows the sender.
  app.use('/api/*', (c, next) => (c.req.raw.headers.has('transfer-encoding') ? holdJson : refuseLongJson)(c, next));
  app.use(
    '/api/*',
    async (c, next) =>
      (await api(exchange(c), clientFor(c), proxyOf(c.env.incoming, isTrustedProxy))) ?? (await next()),
  );
  app.all('/api/*', (c) => {
    const methods = methodsAt(c.req.path);
    return methods.length === 0 || methods.includes(c.req.method)
      ? errorResponse(answerCode('not-found'))
      : errorResponse(answerCode('method-not-allowed'), { allow: methods.join(', ') });
  });
  for (const path of ['/content/*', '/preview/*']) app.all(path, (c) => errorPage(c.req.raw, answerCode('not-found')));

  mountWebApp(app, policies);
  app.all('*', () => errorResponse(answerCode('method-not-allowed'), { allow: 'GET, HEAD' }));
  return app;

  function clientFor(c: Context<Env>): Client {
    return {
      address: clientAddress(c.env.incoming, isTrustedProxy),
      userAgent: c.req.header('user-agent') ?? null,
    };
  }

  function withAddress(c: Context<Env>): Request {
    const headersWithAddress = new Headers(c.req.raw.headers);
    headersWithAddress.set(clientAddressHeader, clientAddress(c.env.incoming, isTrustedProxy));
    return new Request(c.req.raw, { headers: headersWithAddress });
  }

  /** Holds a body before its sender is known. */
  function holdBody(maxBytes: number): MiddlewareHandler<Env> {
    const limited = limit(maxBytes);
    return (c, next) =>
      memory.hold(networksOf(clientAddress(c.env.incoming, isTrustedProxy)), announcedBytes(c.req.raw, maxBytes), () =>
        limited(c, next),
      );
  }
}

/** Routes of the service that are not in the contract stay closed. */
function isAccountPath(path: string): boolean {
  return accountPaths.some((pattern) => pattern.test(path));
}

/** Reads a body to measure it, where its length is not told. */
function limit(maxSize: number): MiddlewareHandler<Env> {
  return bodyLimit({ maxSize, onError: () => tooLarge(maxSize) });
}

/** The same for a body of a told length. It does not touch it: that would make a web stream of it, even where there is none. */
const refuseLongJson: MiddlewareHandler<Env> = async (c, next) =>
  Number(c.req.header('content-length') ?? 0) > maxJsonBytes ? tooLarge(maxJsonBytes) : await next();

function tooLarge(maxBytes: number): Response {
  return errorResponse(answerCode('body-too-large', { maxBytes }), { connection: 'close' });
}

/**
 * At a log-out the browser drops the files that it cached. Not `storage`: that would take the choice of the theme and the
 * service worker, too, and other tabs would not notice; what belongs to the person the app removes itself.
 */
const clearCacheAtLogOut: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  if (c.req.path === '/api/auth/sign-out' && c.res.ok) c.res.headers.set('clear-site-data', '"cache"');
};

/** Many log-ins at once do not hold up what else is answered. */
const spread: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'GET') await new Promise<void>((resolve) => accountCalls.schedule(1, resolve));
  await next();
};

/** Seconds after which a request with that error status may succeed. */
const retryAfterSeconds: Record<number, number> = { 429: 10, 503: 5, 507: 60 };

/** RFC 9110, section 10.2.3. */
const addRetryAfter: MiddlewareHandler = async (c, next) => {
  await next();
  const seconds = retryAfterSeconds[c.res.status];
  if (seconds !== undefined && !c.res.headers.has('retry-after')) c.res.headers.set('retry-after', String(seconds));
};
