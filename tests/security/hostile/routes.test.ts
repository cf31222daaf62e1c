import { expect, test } from 'vitest';
import { api } from '#contract/api/api.ts';
import { protocolPaths } from '#contract/protocols/paths.ts';
import { addressRoutes } from './addresses.ts';

/** Routes that give neither bytes of a file nor a name of one; those that list entries answer like the ones tried. */
const withoutBytes = [
  '/healthz',
  '/readyz',
  '/api/openapi.json',
  '/api/docs',
  '/api/auth/get-session',
  '/api/auth/reset-password/{token}',
  '/api/live',
  '/api/log-in',
  '/api/openid/callback',
  '/api/folders/{id}',
  '/api/folders/{id}/old-versions',
  '/api/trash',
  '/api/search',
  '/api/views/{view}',
  '/api/account/storage',
  '/api/files/sizes/{size}',
  '/api/files/{id}/integrity',
  '/api/files/{id}/versions',
  '/api/account/versions',
  '/api/account/sessions',
  '/api/account/profile',
  '/api/account/picture',
  '/api/app-passwords',
  '/api/entries/{fileId}/download-tokens',
  '/api/account/events',
  '/api/account/identities',
  '/api/account/passkeys',
  '/api/account/role',
  '/api/account/two-step',
  '/api/admin/invitations',
  '/api/admin/people',
  '/api/admin/server',
  '/api/admin/settings',
  '/api/unpackings',
  '/api/unpackings/{id}',
];

/** Whatever is in them, they are octets that a browser saves: see tests/api/content/archives.test.ts. */
const onlySaved = ['/api/folders/{id}/archive', '/api/archives/{id}', '/api/account/archive/{id}'];

test('every route of the contract that can be opened is tried with hostile files, or gives none of them', () => {
  const protocols = Object.entries(protocolPaths).flatMap(([path, methods]) => ('get' in methods ? [path] : []));
  expect([...protocols, ...readRoutes(api)].toSorted()).toEqual(
    [...addressRoutes, ...withoutBytes, ...onlySaved].toSorted(),
  );
});

/** The paths that GET opens, in any depth of the contract. */
function readRoutes(part: object): string[] {
  if ('~orpc' in part) {
    const { route } = part['~orpc'] as { route: { method?: string; path?: string } };
    return route.method === 'GET' ? [route.path ?? ''] : [];
  }
  return Object.values(part).flatMap((inner) => readRoutes(inner as object));
}
