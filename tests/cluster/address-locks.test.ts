import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { confirmAddress, takeBackAddress } from '#client/address-links.ts';
import { signUp, visit } from '#tests/support/client/build-account.ts';
import { connectionsTo } from '#tests/support/database/connections.ts';
import { query } from '#tests/support/database/query.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { begin, comeBack, logInThere } from '#tests/support/openid/at-provider.ts';
import { startWithProvider } from '#tests/support/openid/with-provider.ts';
import type { TestServer } from '#tests/support/server/start-server.ts';

let server: TestServer;
let newcomer: Awaited<ReturnType<typeof startWithProvider>>['newcomer'];
beforeAll(async () => {
  // Where passwords are closed, who comes from the provider takes over an account that anybody may have made.
  ({ server, newcomer } = await startWithProvider({ PASSWORD_LOGIN: 'closed' }));
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
  const used = await besideHolder(server, ada.uid, {
    begin: () => use(visit(server).server, `${link} ${id}`),
    statement: `update address_changes set created_at = created_at where id = '${id}'`,
  });
  expect(used).toEqual({ email: link === 'back' ? ada.email : `new-${ada.email}` });
});

test('so is an account taken over by somebody for whose address a provider vouches', async () => {
  const ada = await signUp(server);
  const visitor = visit(server);
  const back = await logInThere(await begin(visitor), newcomer({ email: ada.email }).subject);
  const page = await besideHolder(server, ada.uid, {
    begin: () => comeBack(visitor, back),
    statement: `update "user" set name = name where id = '${ada.uid}'`,
  });
  expect(page).toBe('/task');
  await expect(visitor.account.current()).resolves.toMatchObject({ uid: ada.uid });
});

type Beside<Result> = {
  begin: () => Promise<Result>;
  /** What the holder does once the other one waits for the account. */
  statement: string;
};

/** What somebody gets, or the error, who begins while another one holds an account. */
async function besideHolder<Result>(
  { databaseUrl = '' }: TestServer,
  account: string,
  beside: Beside<Result>,
): Promise<unknown> {
  const holder = await connectionsTo(databaseUrl).connect();
  await holder.query('begin');
  await holder.query(`select id from account where "userId" = '${account}' for update`);
  const begun = beside.begin().catch((error: unknown) => error);
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await waitFor(async () => (await query(server, waiting)).length > 0, { what: 'it to wait for the account' });
    await holder.query(beside.statement);
  } finally {
    await holder.query('commit');
    holder.release();
  }
  return await begun;
}
