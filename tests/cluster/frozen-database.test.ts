import { expect, test } from 'vitest';
import { signUp } from '#tests/support/client/build-account.ts';
import { startFreezable } from '#tests/support/database/freezable-database.ts';
import { freshDatabase } from '#tests/support/engines/fresh-database.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { startServer } from '#tests/support/server/start-server.ts';

test('a node ends in its time while its database answers nothing', async () => {
  const database = await startFreezable((await freshDatabase({ hasTables: true })) ?? '');
  const server = await startServer({ env: { DATABASE_URL: database.url, DRAIN_SECONDS: '1' } });
  const person = await signUp(server);
  database.freeze();
  const waiting = person.api.folders
    .create({ name: 'Never answered', parentId: null })
    .catch((error: unknown) => error);
  await waitFor(() => database.withheld() > 0, { what: 'a statement on its way' });
  await server.stop();
  expect(server.log()).toContain('Stopped without waiting for the database');
  expect(await waiting).toBeInstanceOf(Error);
});
