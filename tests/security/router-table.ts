import { api } from '#contract/api/api.ts';
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
  return [...proceduresOf(api), ...protocols];
}

function proceduresOf(router: object): string[] {
  if ('~orpc' in router) {
    const { method, path } = (router['~orpc'] as { route: { method?: string; path?: string } }).route;
    return [`${method} ${path}`];
  }
  return Object.values(router).flatMap((inner: object) => proceduresOf(inner));
}
