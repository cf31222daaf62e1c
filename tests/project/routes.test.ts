import { minifyContractRouter } from '@orpc/contract';
import { expect, test } from 'vitest';
import routes from '#client/routes.json' with { type: 'json' };
import { api } from '#contract/api/api.ts';

test('routes.json is what the contract says; `npm run routes` writes it again', () => {
  expect(routes).toEqual(JSON.parse(JSON.stringify(minifyContractRouter(api))));
});
