import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Live } from './live.ts';
import { openSharedLive } from './live-shared.ts';
import type { Server } from './server.ts';

const uid = 'ada';
const handlers = { onChange() {}, onReset() {}, onEnded() {}, onTransfers() {}, onConnected() {} };
const opened: Live[] = [];
const channels: BroadcastChannel[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const Channel = BroadcastChannel;
  vi.stubGlobal('BroadcastChannel', function openChannel(name: string) {
    const channel = new Channel(name);
    channels.push(channel);
    return channel;
  });
});

afterEach(() => {
  for (const live of opened.splice(0)) live.close();
  channels.splice(0);
  vi.useRealTimers();
});

/** A tab with its own way to the server, which says its revision and then nothing. */
function openTab(revision: number) {
  const streams: AbortSignal[] = [];
  const ready: number[] = [];
  const server: Server = {
    baseUrl: 'http://live.test',
    async fetch(_input, { signal } = {}) {
      if (signal) streams.push(signal);
      const event = `event: ready\nid: ${revision}\ndata: ${JSON.stringify({ revision })}\n\n`;
      return new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(event)) }));
    },
  };
  opened.push(openSharedLive(server, uid, { ...handlers, onReady: (at) => void ready.push(at) }));
  return { streams, ready };
}

test('a tab that does not answer loses its lead to a visible one, and closes its stream', async () => {
  const suspended = openTab(1);
  await vi.waitFor(() => expect(suspended.ready).toEqual([1]));
  Object.assign(channels[0] ?? {}, { onmessage: undefined });
  const visible = openTab(2);
  vi.advanceTimersByTime(3000);
  await vi.waitFor(() => expect(visible.ready).toEqual([2]));
  await vi.waitFor(() => expect(suspended.streams.map(({ aborted }) => aborted)).toEqual([true]));
});

test('one that answers goes on, however long it has nothing to say', async () => {
  const first = openTab(1);
  await vi.waitFor(() => expect(first.ready).toEqual([1]));
  const second = openTab(2);
  await vi.waitFor(() => expect(second.ready).toEqual([1]));
  let heard = 0;
  channels[1]?.addEventListener('message', () => (heard += 1));
  for (let asked = 0; asked < 3; asked += 1) {
    const before = heard;
    vi.advanceTimersByTime(20_000);
    await vi.waitFor(() => expect(heard).toBeGreaterThan(before));
  }
  expect([first.streams.length, second.streams.length]).toEqual([1, 0]);
});
