import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openLive } from './live.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a retry gives up an attempt that has no answer, as one that was sent while the server was away', async () => {
  const attempts: AbortSignal[] = [];
  const ready: number[] = [];
  const live = openLive(
    {
      baseUrl: 'http://live.test',
      async fetch(_input, { signal } = {}) {
        if (signal) attempts.push(signal);
        if (attempts.length === 1) return await new Promise((_, reject) => signal?.addEventListener('abort', reject));
        const event = 'event: ready\nid: 7\ndata: {"revision":7}\n\n';
        return new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(event)) }));
      },
    },
    { ...handlers, onReady: (revision) => void ready.push(revision) },
  );
  expect(attempts).toHaveLength(1);
  live.retry();
  await vi.advanceTimersByTimeAsync(500);
  expect(attempts).toHaveLength(2);
  await vi.waitFor(() => expect(ready).toEqual([7]));
  // What is connected stays so.
  live.retry();
  expect(attempts.map(({ aborted }) => aborted)).toEqual([true, false]);
  live.close();
});

const handlers = { onChange() {}, onReset() {}, onEnded() {}, onTransfers() {}, onConnected() {} };
