import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAccountTransfers } from './account-transfers.ts';

const film = { id: 'film', folderId: null, name: 'film.mkv', size: 10, received: 4 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what ended is not held, and forgotten after a minute, while others go on', () => {
  const transfers = createAccountTransfers(Date.now);
  for (let second = 0; second < 200; second += 1) {
    transfers.moved({ ...film, id: `film ${second}` });
    transfers.ended(`film ${second}`);
    vi.advanceTimersByTime(1000);
  }
  expect(transfers.size()).toEqual({ held: 0, ended: 200 });
  transfers.tidy();
  expect(transfers.size()).toEqual({ held: 0, ended: 59 });
});

test('of thousands that end in a moment the last ones are remembered', () => {
  const transfers = createAccountTransfers(Date.now);
  for (let i = 0; i < 15_000; i += 1) transfers.ended(`film ${i}`);
  transfers.reported('another node', [{ ...film, id: 'film 14999' }]);
  expect(transfers.size().ended).toBe(10_000);
  expect(transfers.all()).toEqual([]);
});
