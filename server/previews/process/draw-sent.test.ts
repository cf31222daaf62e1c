import { expect, test } from 'vitest';
import { nothing } from '../reading.ts';
import { createDrawSent } from './draw-sent.ts';

test('however many pictures somebody sends, others wait for one of them', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const draw = createDrawSent({
    read: async ({ size }) => {
      begun.push(size);
      await new Promise<void>((resolve) => ends.push(resolve));
      return nothing;
    },
  });
  const all = [1, 2, 3].map((size) => draw('ada', Buffer.alloc(size)));
  all.push(draw('bob', Buffer.alloc(9)));
  for (const order of [[1], [1, 9], [1, 9, 2], [1, 9, 2, 3]]) {
    await expect.poll(() => begun).toEqual(order);
    ends.at(-1)?.();
  }
  expect(await Promise.all(all)).toEqual([undefined, undefined, undefined, undefined]);
});
