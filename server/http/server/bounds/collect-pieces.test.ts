import { expect, test, vi } from 'vitest';
import { piecePassed } from './collect-pieces.ts';

const mebibyte = 1024 ** 2;

test('what bodies left behind is collected after every 16 MiB of them', () => {
  const collect = vi.fn<(options: { type: string }) => void>();
  vi.stubGlobal('gc', collect);
  piecePassed(16 * mebibyte);
  collect.mockClear();
  for (let i = 0; i < 40; i += 1) piecePassed(mebibyte);
  expect(collect.mock.calls).toEqual([[{ type: 'minor' }], [{ type: 'minor' }]]);
});

test('without a collector that can be called, bodies pass all the same', () => {
  vi.stubGlobal('gc', undefined);
  expect(() => piecePassed(100 * mebibyte)).not.toThrow();
});
