import { api } from '#contract/api/api.ts';
import { protocolPaths } from '#contract/protocols/paths.ts';

const unknownRoutes = ['/api/{unknown}', '/content/{unknown}', '/preview/{unknown}'];
const assetsRoute = '/assets/{file}';
const pageRoute = '/{page}';
/** Parameters that hold slashes. */
const longParameters = ['path', 'unknown', 'file'];

const documented = [...pathsOf(api), ...Object.keys(protocolPaths)];
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

function parameter(route: string, name: string): string {
  return route.endsWith(`{${name}}`) && longParameters.includes(name) ? '.+' : '[^/]+';
}

function pathsOf(router: object): string[] {
  if ('~orpc' in router) {
    const { route } = router['~orpc'] as { route: { path?: string } };
    return route.path === undefined ? [] : [route.path];
  }
  return Object.values(router).flatMap((inner: object) => pathsOf(inner));
}
