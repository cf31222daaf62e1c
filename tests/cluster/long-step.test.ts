import { expect, test } from 'vitest';
import { query } from '#tests/support/database/query.ts';
import { makeOlder } from '#tests/support/installations/older-installation.ts';
import { emptyInstallation, serve } from '#tests/support/server/operator.ts';

test('a step may take longer than other statements', async () => {
  const older = await emptyInstallation();
  await makeOlder(older, '031-people');
  await query(
    older,
    `create function refuse() returns trigger language plpgsql as $$ begin
       if current_setting('statement_timeout') <> '0' then raise exception 'It is in a hurry'; end if;
       return null;
     end $$`,
    'create trigger refuse before update on search_accounts for each statement execute function refuse()',
  );
  await serve(older);
  expect(await query(older, 'select revision from search_accounts')).toEqual([]);
});
