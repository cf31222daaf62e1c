/**
 * What weakens an account, or is for administrators, is refused to a session in which nobody has typed the password for a
 * while. Which endpoints those are the contract says: by `confirmation-needed` among their errors.
 */
import { expect, test } from 'vitest';
import { logIn, type Person, signUp } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { type SharedServer, sharedServer } from '#tests/support/server/shared-server.ts';
import { ownerState } from './owner-state.ts';
import { endpointsWith } from './router-table.ts';
import { rows } from './rows.ts';
import { send } from './send.ts';
import { plant } from './things.ts';

test('a session that was not confirmed for a while changes nothing that weakens an account', async () => {
  const server = await sharedServer();
  const [owner, administrator] = [await signUp(server), await signUp(server)];
  await query(
    server,
    `insert into people (account, role, state, state_at) values ('${administrator.uid}', 'administrator', 'active', 1)`,
  );
  const { secrets: _, ...things } = await plant(owner);
  const cookies = { owner: await oldSession(server, owner), administrator: await oldSession(server, administrator) };
  const before = await ownerState(server, owner);
  const endpoints = endpointsWith('confirmation-needed');
  expect(endpoints.length).toBeGreaterThan(20);
  const answers = await Promise.all(
    endpoints.map(async (endpoint) => {
      const [method = ''] = endpoint.split(' ');
      const cookie = endpoint.includes(' /api/admin/') ? cookies.administrator : cookies.owner;
      const asked = rows[endpoint]?.ask(things) ?? { path: '' };
      const { code } = await send(server, method, asked, { origin: server.baseUrl, cookie });
      return `${endpoint}: ${code}`;
    }),
  );
  expect(answers).toEqual(endpoints.map((endpoint) => `${endpoint}: confirmation-needed`));
  expect(await ownerState(server, owner)).toBe(before);
});

/** A session that nobody used yet, so that no server remembers it, and whose log-in is long ago. */
async function oldSession(server: SharedServer, person: Person): Promise<string> {
  const { cookie } = await logIn(server, person);
  await query(server, `update session set "confirmedAt" = 1 where "userId" = '${person.uid}'`);
  return cookie;
}
