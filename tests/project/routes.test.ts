import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { routesOfContract } from '../../scripts/routes.ts';

test.each(Object.entries(routesOfContract()))(
  'client/routes/%s is what the contract says; `npm run routes` writes it again',
  async (name, text) => {
    expect(await readFile(new URL(`../../client/routes/${name}`, import.meta.url), 'utf8')).toBe(text);
  },
);
