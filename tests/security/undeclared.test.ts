/** What no row of the table has is not served: other methods of the same addresses, and the rest of the library for accounts. */
import { betterAuth } from 'better-auth';
import { beforeAll, expect, test } from 'vitest';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { createIdentities, type Identities } from './identities.ts';
import { ownerState } from './owner-state.ts';
import { documentedEndpoints } from './router-table.ts';
import { rows } from './rows.ts';
import { requests, send } from './send.ts';
import { plant } from './things.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL'];

let server: SharedServer;
let identities: Identities;
beforeAll(async () => {
  server = await sharedServer();
  identities = await createIdentities(server);
});

test('no other method does anything, even for the owner: at least 200 requests', async () => {
  const begun = requests();
  const things = await plant(identities.owner);
  const before = await ownerState(server, identities.owner);
  const declared = Map.groupBy(Object.entries(rows), ([route]) => route.split(' ')[1] ?? '');
  const wrong: string[] = [];
  for (const [path, ofPath] of declared) {
    const [[, row]] = ofPath as [(typeof ofPath)[number]];
    const own = ofPath.map(([route]) => route.split(' ')[0]);
    for (const method of methods.filter((each) => !own.includes(each) && !isPage(path, each))) {
      const { path: address, headers = {} } = row.ask(things);
      const asked = { path: address, headers, ...(method === 'GET' ? {} : { body: '{}' }) };
      const identity = await identities.of('the owner', things);
      const { status, code } = await send(server, method, asked, { origin: server.baseUrl, ...identity });
      const isRefused = [400, 404, 405, 412].includes(status) && code !== undefined;
      if (!isRefused) wrong.push(`${method} ${path}: ${status} ${code}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await ownerState(server, identities.owner)).toBe(before);
  expect(requests() - begun).toBeGreaterThanOrEqual(200);
});

test('the library for accounts answers at the described addresses only', async () => {
  const { api } = betterAuth({
    emailAndPassword: { enabled: true },
    secret: 'x'.repeat(32),
    logger: { disabled: true },
  });
  const described = new Set(documentedEndpoints().map((route) => route.replace(/^.*\/api\/auth/, '')));
  const own = Object.values(api).map(({ path }) => path as string | undefined);
  const closed = own.filter((path) => path !== undefined && !described.has(path.replace(/:(\w+)/, '{$1}')));
  expect(closed.length).toBeGreaterThan(10);
  for (const path of [...closed, '/sign-in//email', `/${'x'.repeat(8000)}`]) {
    for (const method of ['GET', 'POST']) {
      const asked = { path: `/api/auth${path}`, headers: { 'content-type': 'application/json' } };
      const sent = method === 'GET' ? asked : { ...asked, body: '{}' };
      const identity = { cookie: identities.owner.cookie, origin: server.baseUrl };
      expect([path, method, (await send(server, method, sent, identity)).status]).toEqual([path, method, 404]);
    }
  }
});

/** The app's page is at every address that is no other. */
function isPage(path: string, method: string): boolean {
  return method === 'GET' && path === '/';
}
