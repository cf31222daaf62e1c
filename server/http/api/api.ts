import { isUtf8 } from 'node:buffer';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { implement, ORPCError } from '@orpc/server';
import { api } from '#contract/api/api.ts';
import { isErrorCode } from '#contract/errors.ts';
import { maxJsonBytes } from '#contract/limits.ts';
import type { Client } from '#server/accounts/client-details.ts';
import type { Drive } from '#server/drive/create-drive.ts';
import { type AnswerError, answerCode, type ErrorAnswer, errorResponse } from '#server/errors/answer-error.ts';
import type { Exchange } from '../content/content.ts';
import type { FindIdentity } from '../middleware/sender-still-valid.ts';
import { senderOf } from '../server/bounds/budget.ts';
import { announcedBytes, type MemoryBudget } from '../server/bounds/memory-budget.ts';
import { accountRouter } from './account-router.ts';
import { adminRouter, type Watching } from './admin-router.ts';
import type { Context, Happened } from './context.ts';
import { driveRouter } from './drive-router.ts';
import { createOpenCalls } from './open-calls.ts';
import { readRepeatable } from './repeatable.ts';

const jsonType = /^application\/json\s*(;|$)/i;
const notJson = { path: 'Content-Type', message: 'The body is JSON, and sent as application/json' };

type Deps = Omit<Parameters<typeof accountRouter>[0], 'drive' | 'happened'> & {
  drive: Drive['ofScope'];
  watching: Watching;
  identity: FindIdentity;
  /** For the bodies that are held. */
  memory: MemoryBudget;
  answerError: AnswerError;
};

/** The contract's endpoints. Returns undefined if no endpoint matches the request. */
export function createApiHandler(deps: Deps) {
  const { events, administration, watching, identity, memory, answerError } = deps;
  const calls = createOpenCalls();
  const happened: Happened = ({ principal, client }, kind, subject = null) =>
    events.happened({ account: principal.account, kind, client, subject });
  const router = implement(api)
    .$context<Context>()
    .router({
      ...driveRouter({ ...deps, happened }),
      ...accountRouter({ ...deps, happened }),
      admin: adminRouter(administration, watching),
    });
  const handler = new OpenAPIHandler(router, {
    // Any other code comes from the library: a body that cannot be parsed, or a bug.
    customErrorResponseBodyEncoder: ({ code, message, data, status }) =>
      isErrorCode(code) ? { code, message, data } : answerCode(status < 500 ? 'invalid-json' : 'internal-error').body,
    clientInterceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          const { status, body } = translate(error);
          throw new ORPCError(body.code, { status, message: body.message, data: body.data });
        }
      },
    ],
  });

  return async (
    { request, outgoing }: Pick<Exchange, 'request' | 'outgoing'>,
    client: Client,
    proxy: Context['proxy'],
  ): Promise<Response | undefined> => {
    const { principal, confirm } = await identity(request.headers);
    const { account } = principal;
    return await calls.run(account, outgoing, () =>
      memory.hold(senderOf(account), announcedBytes(request, maxJsonBytes), async () => {
        const whole = await received(request);
        if (whole instanceof Response) return whole;
        // A session that ended while the call waited or its body came does nothing.
        await confirm();
        return await answer(whole, { principal, client, proxy });
      }),
    );
  };

  async function answer(
    request: Request,
    known: Pick<Context, 'principal' | 'client' | 'proxy'>,
  ): Promise<Response | undefined> {
    const cookies: string[] = [];
    const { matched, response } = await handler.handle(request, {
      context: {
        ...known,
        repeatable: await readRepeatable(request, known.principal),
        cookie: request.headers.get('cookie'),
        origin: request.headers.get('origin'),
        setCookie: (header) => void cookies.push(header),
      },
    });
    for (const cookie of cookies) response?.headers.append('set-cookie', cookie);
    return matched ? response : undefined;
  }

  function translate(error: unknown): ErrorAnswer {
    if (!(error instanceof ORPCError) || error.status >= 500) return answerError(error);
    return answerCode('invalid-input', { issues: issuesOf(error.data) });
  }
}

/** The request with all of its body, if it has one; the answer to what is no JSON, or whose client left before its end. */
async function received(request: Request): Promise<Request | Response> {
  const { url, method, headers } = request;
  // It is answered like GET (RFC 9110, section 9.3.2); whoever sends the answer leaves out the body.
  if (method === 'HEAD') return new Request(url, { headers });
  if (method === 'GET' || announcedBytes(request, maxJsonBytes) === 0) return request;
  const body = await request.arrayBuffer().catch(() => undefined);
  // Of another encoding, another text would be stored.
  if (body === undefined || !isUtf8(body)) return errorResponse(answerCode('invalid-json'));
  if (body.byteLength > 0 && !jsonType.test(headers.get('content-type') ?? ''))
    return errorResponse(answerCode('invalid-input', { issues: [notJson] }));
  return new Request(url, { method, headers, body });
}

/** Where the input is invalid and why; never the input itself, which may be a secret. */
function issuesOf(data: unknown): { path: string; message: string }[] {
  const { issues = [] } = (data ?? {}) as { issues?: { path?: PropertyKey[]; message: string }[] };
  return issues.map(({ path = [], message }) => ({ path: path.map(String).join('.'), message }));
}
