import { createParser } from 'eventsource-parser';
import { liveEvents, liveHeartbeatMs, liveMoveMs } from '#contract/live.ts';
import type { Change } from '#contract/records/changes.ts';
import type { Transfer } from '#contract/transfers.ts';
import type { Server } from './server.ts';

/** The events of the change stream. */
export type LiveHandlers = {
  /** The stream is connected and delivers every change after `revision`. */
  onReady(revision: number): void;
  /** The next change of the account. */
  onChange(change: Change): void;
  /** Changes are missing: read everything again. */
  onReset(revision: number): void;
  /** The session has ended; no further events follow. */
  onEnded(): void;
  /** The uploads in progress on all devices of the account. */
  onTransfers(transfers: readonly Transfer[]): void;
  /** Whether the stream is connected right now. */
  onConnected(connected: boolean): void;
};

export type Live = {
  /** Tries to connect at once: instead of after the current delay, or of an attempt that has no answer yet. */
  retry(): void;
  close(): void;
};

/** Why a connection ended: the session is over, the server is stopping, or the connection was lost. */
type End = 'ended' | 'moved' | 'lost';

const firstRetryMs = 500;
const maxRetryMs = 10_000;
/** A connection that has received nothing for this long is dead. */
const silenceMs = liveHeartbeatMs * 3;

/**
 * Follows the change stream of the signed-in account until closed: reconnects automatically and resumes after the last
 * revision it received. `after` is a revision that is already known; without it the stream starts at the present.
 */
export function openLive(server: Server, handlers: LiveHandlers, after?: number): Live {
  const closed = new AbortController();
  let revision = after;
  let retryMs = firstRetryMs;
  let wake: () => void = () => {};
  globalThis.addEventListener?.('online', retryNow);
  void follow();
  return {
    retry: retryNow,
    close() {
      globalThis.removeEventListener?.('online', retryNow);
      closed.abort();
      wake();
    },
  };

  function retryNow() {
    retryMs = firstRetryMs;
    wake();
  }

  async function follow() {
    while (!closed.signal.aborted) {
      const end = await connect().catch((): End => 'lost');
      if (closed.signal.aborted) return;
      if (end === 'moved') {
        // Listeners are not notified: the next connection resumes where this one ended.
        await pause(liveMoveMs * Math.random());
        continue;
      }
      handlers.onConnected(false);
      if (end === 'ended') return handlers.onEnded();
      await pause(retryMs * (0.5 + Math.random() / 2));
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    }
  }

  /** One connection. Returns or throws when it ends. */
  async function connect(): Promise<End> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    const stop = () => silence.abort();
    closed.signal.addEventListener('abort', stop);
    // What was sent when the server was away may wait for long after it is back.
    wake = stop;
    try {
      const query = revision === undefined ? '' : `?after=${revision}`;
      const response = await server.fetch(`${server.baseUrl}/api/live${query}`, {
        headers: { accept: 'text/event-stream' },
        cache: 'no-store',
        signal: silence.signal,
      });
      wake = () => {};
      if (response.status === 401) return 'ended';
      if (!response.ok || response.body === null) return 'lost';
      let end: End | undefined;
      const parser = createParser({
        onEvent: (event) => {
          if (event.event === liveEvents.bye) end = 'ended';
          else if (event.event === liveEvents.move) end = 'moved';
          else if (event.event === liveEvents.transfers) handlers.onTransfers(JSON.parse(event.data) as Transfer[]);
          else receive(event.event ?? '', event.data);
        },
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let chunk = await reader.read(); !chunk.done && end === undefined; chunk = await reader.read()) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        parser.feed(decoder.decode(chunk.value, { stream: true }));
      }
      return end ?? 'lost';
    } finally {
      clearTimeout(timer);
      closed.signal.removeEventListener('abort', stop);
      silence.abort();
    }
  }

  function receive(event: string, data: string) {
    const message = JSON.parse(data) as Change | { revision: number };
    revision = message.revision;
    retryMs = firstRetryMs;
    if (event === liveEvents.change) handlers.onChange(message as Change);
    if (event === liveEvents.reset) handlers.onReset(message.revision);
    if (event === liveEvents.ready) {
      handlers.onConnected(true);
      handlers.onReady(message.revision);
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (closed.signal.aborted) wake();
    });
  }
}
