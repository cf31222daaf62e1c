import { expect, test } from 'vitest';
import { isRepeatable } from '#client/storage/requests/send-lost-again.ts';
import { api } from '#contract/api/api.ts';

test('the page sends again exactly what the contract permits to be sent again', () => {
  type Procedure = { '~orpc': { route: { method?: string; path?: string }; errorMap: object } };
  const proceduresOf = (part: object): Procedure[] =>
    '~orpc' in part ? [part as Procedure] : Object.values(part).flatMap((inner: object) => proceduresOf(inner));
  const procedures = proceduresOf(api).map((procedure) => procedure['~orpc']);
  expect(procedures.length).toBeGreaterThan(50);
  for (const { route, errorMap } of procedures) {
    const path = (route.path ?? '').replaceAll(/\{\w+\}/g, 'some-id');
    expect([route.method, path, isRepeatable(route.method ?? '', path)]).toEqual([
      route.method,
      path,
      'idempotency-key-reused' in errorMap,
    ]);
  }
});
