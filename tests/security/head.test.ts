/** HEAD is answered like GET, without the body (RFC 9110, section 9.3.2), to whoever asks. */
import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/server/shared-server.ts';
import { apiRows } from './api-rows.ts';
import { createIdentities } from './identities.ts';
import type { PrincipalName } from './policies.ts';
import { type Answer, send } from './send.ts';
import { plant } from './things.ts';

const names: PrincipalName[] = ['the owner', 'an administrator', 'nobody'];

test('HEAD has the status and the headers of GET for each of at least 25 JSON endpoints', async () => {
  const server = await sharedServer();
  const identities = await createIdentities(server);
  const things = await plant(identities.owner);
  const read = Object.entries(apiRows['ALL /api/*'] ?? {}).filter(([route]) => route.startsWith('GET '));
  expect(read.length).toBeGreaterThanOrEqual(25);
  const statuses = new Set<number>();
  for (const [route, row] of read) {
    for (const name of names) {
      const identity = await identities.of(name, things);
      const [get, head] = [
        await send(server, 'GET', row.ask(things), identity),
        await send(server, 'HEAD', row.ask(things), identity),
      ];
      statuses.add(get.status);
      expect([route, name, told(head), head.text]).toEqual([route, name, told(get), '']);
      expect([null, get.headers.get('content-length')]).toContain(head.headers.get('content-length'));
    }
  }
  expect(statuses).toEqual(new Set([200, 401, 403, 404]));
});

function told({ status, headers }: Answer) {
  return [status, headers.get('content-type'), headers.get('cache-control')];
}
