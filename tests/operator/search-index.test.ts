import { expect, test } from 'vitest';
import { personAt } from '#tests/support/client/build-account.ts';
import { query } from '#tests/support/database/query.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import { operate, operateJson, serve } from '#tests/support/server/operator.ts';

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
