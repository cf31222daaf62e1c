import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noSignals } from '#server/cluster/signals.ts';
import { systemScope } from '../access/scope.ts';
import { createTransfers } from './transfers.ts';

const scope = systemScope('ada');
const film = { id: 'film', folderId: null, name: 'film.mkv', size: 10, received: 4 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a transfer without new bytes ends after a minute, and listeners are notified', () => {
  const transfers = createTransfers({ signals: noSignals, now: Date.now });
  const received: string[][] = [];
  transfers.listen(scope, () => received.push(transfers.read(scope).transfers.map(({ name }) => name)));
  transfers.moved(scope, film);
  vi.advanceTimersByTime(500);
  expect(received).toEqual([['film.mkv']]);
  vi.advanceTimersByTime(30_000);
  transfers.moved(scope, { ...film, id: 'song', name: 'song.ogg' });
  vi.advanceTimersByTime(35_000);
  expect(transfers.read(scope).transfers.map(({ name }) => name)).toEqual(['song.ogg']);
  vi.advanceTimersByTime(60_000);
  expect(received.at(-1)).toEqual([]);
});
