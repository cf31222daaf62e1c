import { expect, test } from 'vitest';
import { newItem } from '../queue/upload-job.ts';
import { besideSummary } from './beside-summary.ts';

const itemsOf = (state: 'paused' | 'failed', from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...newItem(from + i, '', 1), state }));

test('however many there are, a few have a toast: those that failed first', () => {
  const items = [...itemsOf('paused', 1, 200_000), ...itemsOf('failed', 300_000, 1)];
  expect(besideSummary(items, false).map(({ id }) => id)).toEqual([1, 2, 300_000]);
  expect(besideSummary(items, true).map(({ id }) => id)).toEqual([300_000]);
});
