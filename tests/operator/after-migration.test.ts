import { expect, test } from 'vitest';
import type { Health } from '#contract/health.ts';
import { waitFor } from '#tests/support/fixtures/wait-for.ts';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import { emptyInstallation, operateJson } from '#tests/support/server/operator.ts';

test('a server whose installation was migrated says where it is, and its log has a line for each refused write', async () => {
  const { server, person } = await smallInstallation();
  const target = await emptyInstallation();
  const place = [...(target.databaseUrl === undefined ? [] : [target.databaseUrl]), target.dataFolder];
  await operateJson(server, ['migrate', '--to', ...place]);

  // A check that takes long is a problem of its own for a moment.
  const message = await waitFor(
    async () => {
      const ready = await fetch(new URL('/readyz', server.baseUrl));
      const { problems = [] } = (await ready.json()) as Health;
      expect([ready.status, problems.map(({ code }) => code)]).toEqual([503, ['migrated']]);
      return problems[0]?.message;
    },
    { what: 'the server to say it' },
  );
  expect(message).toMatch(/^The installation was migrated to .*\.$/);
  expect(message).toContain(target.dataFolder);

  await expect(person.api.folders.create({ name: 'Late', parentId: null })).rejects.toMatchObject({
    code: 'unavailable',
  });
  const lines = () =>
    server
      .log()
      .split('\n')
      .filter((line) => line.includes('"err"') && line.includes('This installation was migrated'));
  await waitFor(() => lines().length > 0, { what: 'a line in the log' });
  expect(lines().filter((line) => line.includes('"stack"'))).toEqual([]);
});
