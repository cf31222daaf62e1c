import { minifyContractRouter } from '@orpc/contract';
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import routes from './routes.json' with { type: 'json' };

test('routes.json is what the contract says; `npm run routes` writes it anew', () => {
  expect(routes).toEqual(JSON.parse(JSON.stringify(minifyContractRouter(api))));
});
