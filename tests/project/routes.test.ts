import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { routesOfContract } from '../../scripts/routes.ts';

test('routes.json is what the contract says; `npm run routes` writes it again', async () => {
  expect(await readFile(new URL('../../client/routes.json', import.meta.url), 'utf8')).toBe(routesOfContract());
});
