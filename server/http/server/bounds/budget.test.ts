import { expect, test } from 'vitest';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { createBudget, senderOf } from './budget.ts';

test('what is assured to a client is there whatever others hold', async () => {
  const refuse = () => new KeepsakeError('unavailable');
  const budget = createBudget({ max: 10, maxByClient: 10, assured: 2, waitMs: 20, refuse });
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = [10, 1, 1].map((amount, i) => budget.hold(senderOf(i === 0 ? 'a' : 'b'), amount, () => promise));
  await expect(budget.hold(senderOf('b'), 1, async () => {})).rejects.toMatchObject({ code: 'unavailable' });
  resolve();
  await Promise.all(held);
});
