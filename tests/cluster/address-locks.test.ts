import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { confirmAddress, takeBackAddress } from '#client/address-links.ts';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { connectionsTo } from '#tests/support/database/connections.ts';
import { query } from '#tests/support/database/query.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer, type TestServer } from '#tests/support/server/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});

test.each([
  ['confirmed', confirmAddress, 'confirm'],
  ['taken back', takeBackAddress, 'back'],
] as const)('an address is %s after what holds the account, and neither waits for the other', async (_, use, link) => {
  const ada = await signUp(server);
  const id = randomUUID();
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');
  await query(
    server,
    `insert into address_changes (id, account, old_email, new_email, confirm_hash, take_back_hash, created_at)
     values ('${id}', '${ada.uid}', '${ada.email}', 'new-${ada.email}', '${hash(`confirm ${id}`)}', '${hash(`back ${id}`)}', ${Date.now()})`,
  );

  const other = await connectionsTo(server.databaseUrl ?? '').connect();
  await other.query('begin');
  await other.query(`select id from account where "userId" = '${ada.uid}' for update`);
  const used = use(visit(server).server, `${link} ${id}`).catch((error: unknown) => error);
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await waitFor(async () => (await query(server, waiting)).length > 0, { what: 'the link to wait for the account' });
    await other.query(`update address_changes set created_at = created_at where id = '${id}'`);
  } finally {
    await other.query('commit');
    other.release();
  }
  expect(await used).toEqual({ email: link === 'back' ? ada.email : `new-${ada.email}` });
});
