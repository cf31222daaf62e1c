import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Context, Hono } from 'hono';
import { answerCode, type ErrorAnswer, errorResponse } from '#server/errors/answer-error.ts';
import type { AppPolicies } from './app-policy.ts';
import type { Env } from './env.ts';

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export type ErrorPage = ReturnType<typeof createErrorPage>;

/** As the build names what the pages start beside themselves. */
const worker = /\/[a-z]+-worker-[\w-]+\.js(\.br)?$/;

/** Serves the built web app: its files by name, and its page for every address that is none. */
export function mountWebApp(app: Hono<Env>, policies: AppPolicies): void {
  app.get(
    '/assets/*',
    serveStatic({
      root: built,
      precompressed: true,
      onFound: (path, context) => {
        // Names of built assets carry a hash of their content.
        context.header('cache-control', 'public, max-age=31536000, immutable');
        if (!worker.test(path)) return;
        context.header('content-security-policy', policies.worker(context.req.header('host')));
      },
    }),
    () => errorResponse(answerCode('not-found')),
  );
  const page = {
    root: built,
    precompressed: true,
    onFound: (_path: string, context: Context) => {
      context.header('cache-control', 'no-cache');
      context.header('content-security-policy', policies.app(context.req.header('host')));
    },
  };
  // Browsers ask for it even from the tab of a stored file, which is of no origin.
  app.get('/favicon.ico', serveStatic({ root: built, path: 'favicon.ico', onFound: forEveryOrigin }));
  app.get('*', serveStatic(page));
  app.get('*', serveStatic({ ...page, path: 'index.html' }));
}

/**
 * Answers a request for a file that fails: to a person who opens a link, the page of the app, which asks again and
 * says why; to everybody else the error.
 */
export function createErrorPage(policies: AppPolicies) {
  return async ({ headers, method }: Request, error: ErrorAnswer): Promise<Response> => {
    const plain = errorResponse(error);
    if (method !== 'GET' || headers.get('sec-fetch-dest') !== 'document') return plain;
    const page = await readFile(`${built}/index.html`, 'utf8').catch(() => undefined);
    if (page === undefined) return plain;
    plain.headers.set('content-type', 'text/html; charset=utf-8');
    plain.headers.set('content-security-policy', policies.app(headers.get('host') ?? undefined));
    return new Response(page, { status: error.status, headers: plain.headers });
  };
}

function forEveryOrigin(_path: string, context: Context) {
  context.header('cache-control', 'no-cache');
  context.header('cross-origin-resource-policy', 'cross-origin');
}
