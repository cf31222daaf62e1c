import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noSignals } from '#server/cluster/signals.ts';
import { systemScope } from '../access/scope.ts';
import { createTransfers } from './transfers.ts';

const scope = systemScope('ada');
const film = { id: 'film', folderId: null, name: 'film.mkv', size: 10, received: 4 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what nobody feeds any more is over after a minute, and listeners hear of it', () => {
  const transfers = createTransfers({ signals: noSignals, now: Date.now });
  const heard: string[][] = [];
  transfers.listen(scope, () => heard.push(transfers.read(scope).transfers.map(({ name }) => name)));
  transfers.moved(scope, film);
  vi.advanceTimersByTime(500);
  expect(heard).toEqual([['film.mkv']]);
  vi.advanceTimersByTime(30_000);
  transfers.moved(scope, { ...film, id: 'song', name: 'song.ogg' });
  vi.advanceTimersByTime(35_000);
  expect(transfers.read(scope).transfers.map(({ name }) => name)).toEqual(['song.ogg']);
  vi.advanceTimersByTime(60_000);
  expect(heard.at(-1)).toEqual([]);
});
