import { expect, test } from 'vitest';
import { smallInstallation } from '#tests/support/installations/small-installation.ts';
import { emptyInstallation, operateJson } from '#tests/support/server/operator.ts';

test('a server whose installation was migrated says where it is, and its log has a line for each refused write', async () => {
  const { server, person } = await smallInstallation();
  const target = await emptyInstallation();
  const place = [...(target.databaseUrl === undefined ? [] : [target.databaseUrl]), target.dataFolder];
  await operateJson(server, ['migrate', '--to', ...place]);

  const ready = await fetch(new URL('/readyz', server.baseUrl));
  const { problems } = (await ready.json()) as { problems: { code: string; message: string }[] };
  expect([ready.status, problems.map(({ code }) => code)]).toEqual([503, ['migrated']]);
  expect(problems[0]?.message).toMatch(/^The installation was migrated to .*\.$/);
  expect(problems[0]?.message).toContain(target.dataFolder);

  await expect(person.api.folders.create({ name: 'Late', parentId: null })).rejects.toMatchObject({
    code: 'unavailable',
  });
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"err"') && line.includes('This installation was migrated'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes('"stack"'))).toEqual([]);
});
