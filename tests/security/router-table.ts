import { api } from '#contract/api/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { protocolPaths } from '#contract/protocols/paths.ts';
import { createRouter } from '#server/http/router.ts';

const methods = ['get', 'head', 'put', 'post', 'patch', 'delete', 'options'];

/** What the server's own router serves, as `METHOD /pattern`; its handlers are not called. */
export function routerEntries(): string[] {
  const nothing = async () => undefined;
  const router = createRouter({
    headers: {},
    policies: { add: nothing },
    knownHosts: nothing,
  } as unknown as Parameters<typeof createRouter>[0]);
  return [...new Set(router.routes.map(({ method, path }) => `${method} ${path}`))];
}

/** Every endpoint that the contract describes, as `METHOD /path/{parameter}`. */
export function documentedEndpoints(): string[] {
  const protocols = Object.entries(protocolPaths).flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return [...proceduresOf(api).map(({ endpoint }) => endpoint), ...protocols];
}

/** Those that may be refused with a code, as the contract has it. */
export function endpointsWith(code: ErrorCode): string[] {
  return proceduresOf(api).flatMap(({ endpoint, codes }) => (codes.includes(code) ? [endpoint] : []));
}

function proceduresOf(router: object): { endpoint: string; codes: string[] }[] {
  if ('~orpc' in router) {
    const { route, errorMap } = router['~orpc'] as Procedure;
    return [{ endpoint: `${route.method} ${route.path}`, codes: Object.keys(errorMap) }];
  }
  return Object.values(router).flatMap((inner: object) => proceduresOf(inner));
}

type Procedure = { route: { method?: string; path?: string }; errorMap: object };
