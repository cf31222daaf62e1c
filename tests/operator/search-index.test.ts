import { isDeepStrictEqual } from 'node:util';
import { expect, inject, test } from 'vitest';
import { personAt } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { makeOlder } from '#tests/support/installations/older-installation.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import { emptyInstallation, operate, operateJson, serve } from '#tests/support/server/operator.ts';

test('the index of names is emptied by a command, and filled again by the server', async () => {
  const { server, person } = await smallInstallation();
  expect((await person.api.search({ q: 'not' })).hits).toHaveLength(1);
  expect((await operate(server, ['search-index'])).code).toBe(2);
  await server.stop();
  await operateJson(server, ['search-index', 'rebuild']);
  for (const table of ['search_accounts', 'search_names', 'search_words'])
    expect(await query(server, `select * from ${table}`)).toEqual([]);

  const again = personAt(await serve(server), person);
  const found = async (q: string) => (await again.api.search({ q })).hits.length;
  await waitFor(async () => (await found('')) === 8, { what: 'the names' });
  expect(await found('notte')).toBe(1);
  // The names of what is in Trash and of what is there are found by the same index.
  await again.api.folders.create({ name: 'Later', parentId: null });
  expect(await found('later')).toBe(1);
});

test('names are found that a version with other grams indexed', async () => {
  const older = await emptyInstallation();
  await makeOlder(older, '024-search-additions');
  await query(
    older,
    `update accounts set used_entries = (select count(*) from entries)`,
    `insert into search_accounts (account, version) select user_id, 1 from accounts`,
    `insert into search_names ("row", entry_id, key)
     select (number << 32) + row_number() over (order by id), id, 'as it was' from entries cross join search_accounts`,
  );
  await serve(older);
  const keys = async () => (await query(older, 'select key from search_names order by key')).map(({ key }) => key);
  // On SQLite the grams are the same.
  const wanted =
    inject('database') === 'sqlite' ? Array(5).fill('as it was') : ['altere', 'cafe', 'gone', 'one.bin', 'small.bin'];
  await waitFor(async () => isDeepStrictEqual(await keys(), wanted), { what: 'the names' });
});
