import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { api } from '#contract/api/api.ts';
import { protocolPaths } from '#contract/protocols/paths.ts';
import { operation } from '#contract/records/batch.ts';
import { change } from '#contract/records/changes.ts';
import { entry, file, folder, rootFolder } from '#contract/records/entries.ts';
import { objectList, objectMetadata, settableMetadata } from '#contract/records/objects.ts';
import { trashItem } from '#contract/records/trash-records.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '#contract/storage.ts';
import { loadOnce } from '#server/errors/load-once.ts';

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Swagger UI uses inline styles; it may load from this server only. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const securitySchemes = {
  appPassword: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'better-auth.session_token' },
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Keepsake API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="api"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', domNode: document.getElementById('api'), deepLinking: true, validatorUrl: null });
`;

const assets: Record<string, { type: string; content: () => Promise<string | Buffer<ArrayBuffer>> }> = {
  '/api/docs': { type: 'text/html; charset=utf-8', content: async () => page },
  '/api/docs/start.js': { type: 'text/javascript; charset=utf-8', content: async () => start },
  '/api/docs/swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    content: kept('swagger-ui.css'),
  },
  '/api/docs/swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    content: kept('swagger-ui-bundle.js'),
  },
};

/** A file of Swagger UI: all who ask for it get the same bytes. */
function kept(name: string): () => Promise<Buffer<ArrayBuffer>> {
  return loadOnce(() => readFile(join(swaggerUi, name)));
}

type Paths = Record<string, object | undefined>;

export type ApiDocs = ReturnType<typeof createApiDocs>;

/** The OpenAPI 3.1 description at `/api/openapi.json` and the page that shows it at `/api/docs`. */
export function createApiDocs({ publicUrl }: { publicUrl: URL }) {
  const document = loadOnce(describe);

  return {
    async openapi(): Promise<Response> {
      return new Response(await document(), { headers: { 'content-type': 'application/json' } });
    },
    /** Undefined if the path does not belong to the page. */
    async page(path: string): Promise<Response | undefined> {
      const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
      if (asset === undefined) return undefined;
      return new Response(await asset.content(), {
        headers: { 'content-type': asset.type, 'content-security-policy': docsPolicy },
      });
    },
  };

  async function describe(): Promise<string> {
    const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
    const generated = await generator.generate(api, {
      info: {
        title: 'Keepsake',
        version: '1',
        description:
          'Folders and files of one person. People log in with /api/auth/sign-in/email; the session travels as a cookie, and unsafe requests need the Origin header. JSON is sent as `application/json`, in UTF-8. Programs send an app password as a bearer token. A request that names an account in `Keepsake-Account`, by its id, is refused as `unauthenticated` when it is somebody else’s. A call that may answer `idempotency-key-reused` is done once for each `Idempotency-Key`, 8 to 64 letters, digits, hyphens or underscores: sent again within an hour, because its answer was lost, with the very same address and body, it is answered as before.',
      },
      servers: [{ url: publicUrl.origin }],
      commonSchemas: {
        Folder: { schema: folder },
        RootFolder: { schema: rootFolder },
        File: { schema: file },
        Entry: { schema: entry },
        Change: { schema: change },
        TrashItem: { schema: trashItem },
        Operation: { schema: operation },
        ObjectMetadata: { schema: objectMetadata },
        ObjectList: { schema: objectList },
        SettableMetadata: { schema: settableMetadata },
      },
      customErrorResponseBodySchema: (known) => ({
        type: 'object',
        properties: { code: { enum: known.map(([code]) => code) }, message: { type: 'string' }, data: {} },
        required: ['code', 'message'],
      }),
    });
    return JSON.stringify({
      ...generated,
      paths: withBoth(ofMethods(ofMethods(generated.paths ?? {}, withKey), withoutEmptyBody), protocolPaths),
      components: { ...generated.components, securitySchemes },
      security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    });
  }
}

const keyParameter = {
  name: idempotencyKeyHeader,
  in: 'header',
  description: 'Chosen by the client, for a call that it may send again',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
};

/** The same paths, each method of them as `changed` has it. */
function ofMethods(paths: Paths, changed: (method: unknown) => unknown): Paths {
  const described = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods ?? {}).map(([name, method]) => [name, changed(method)])),
  ]);
  return Object.fromEntries(described);
}

/** An answer without content has no schema, which nothing could fit. */
function withoutEmptyBody(method: unknown): unknown {
  const { responses } = method as { responses: Record<string, { content?: object }> };
  const { content: _content, ...empty } = responses['204'] ?? {};
  return responses['204'] === undefined ? method : { ...(method as object), responses: { ...responses, 204: empty } };
}

/** Those that are done once for each key say so. */
function withKey(method: unknown): unknown {
  const { parameters = [], responses } = method as { parameters?: object[]; responses?: object };
  return JSON.stringify(responses).includes('idempotency-key-reused')
    ? { ...(method as object), parameters: [...parameters, keyParameter] }
    : method;
}

/** All methods of all paths: a path may have some of each kind. */
function withBoth(some: Paths, others: Paths): Paths {
  const shared = Object.entries(others).map(([path, methods]) => [path, { ...some[path], ...methods }]);
  return { ...some, ...Object.fromEntries(shared) };
}
