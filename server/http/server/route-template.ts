import { api } from '#contract/api/api.ts';
import { protocolPaths } from '#contract/protocols/paths.ts';

const unknownRoutes = ['/api/{unknown}', '/content/{unknown}', '/preview/{unknown}'];
const assetsRoute = '/assets/{file}';
const pageRoute = '/{page}';
/** Parameters that hold slashes. */
const longParameters = ['path', 'unknown', 'file'];

type Route = { path: string; methods: readonly string[] };

const routes: readonly Route[] = [
  ...routesOf(api),
  ...Object.entries(protocolPaths).map(([path, methods]) => ({ path, methods: methodsIn(methods) })),
];
const documented = [...new Set(routes.map(({ path }) => path))];
const whole = new Set(documented.filter((route) => !route.includes('{')));
const patterns = [...documented.filter((route) => route.includes('{')), ...unknownRoutes, assetsRoute].map((route) => ({
  route,
  pattern: new RegExp(`^${route.replace(/\{(\w+)\}/g, (_, name: string) => parameter(route, name))}$`),
}));

/** What comes before the path where a client sends a whole address (RFC 9112, section 3.2.2). */
const origin = /^https?:\/\/[^/?]*/;

/**
 * The target of a request as the contract writes it: `/api/folders/{id}`. There are as many answers as routes, whatever
 * is asked for, and none holds what a person chose.
 */
export function routeTemplate(target: string): string {
  const [path = ''] = target.replace(origin, '').split('?', 1);
  if (whole.has(path)) return path;
  return patterns.find(({ pattern }) => pattern.test(path))?.route ?? pageRoute;
}

/** What can be done at a path of the API, in alphabetical order; empty where there is nothing. */
export function methodsAt(path: string): string[] {
  const route = routeTemplate(path);
  return [...new Set(routes.flatMap((one) => (one.path === route ? one.methods : [])))].toSorted();
}

function parameter(route: string, name: string): string {
  return route.endsWith(`{${name}}`) && longParameters.includes(name) ? '.+' : '[^/]+';
}

function routesOf(router: object): Route[] {
  if ('~orpc' in router) {
    const { path, method = 'POST' } = (router['~orpc'] as { route: { path?: string; method?: string } }).route;
    return path === undefined ? [] : [{ path, methods: withHead([method]) }];
  }
  return Object.values(router).flatMap((inner: object) => routesOf(inner));
}

/** Of a path of OpenAPI, which has its parameters beside its methods. */
function methodsIn(described: object): string[] {
  return withHead(Object.keys(described).flatMap((key) => (key === 'parameters' ? [] : [key.toUpperCase()])));
}

/** Whatever answers GET answers HEAD. */
function withHead(methods: readonly string[]): string[] {
  return methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];
}
