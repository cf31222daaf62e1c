import type { Change } from '#contract/records/changes.ts';
import type { Transfer } from '#contract/transfers.ts';
import { type Live, type LiveHandlers, openLive } from './live.ts';
import type { Server } from './server.ts';

type Message =
  | { type: 'hello' | 'retry' }
  | { type: 'ready' | 'reset'; revision: number }
  | { type: 'change'; change: Change }
  | { type: 'transfers'; transfers: readonly Transfer[] }
  | { type: 'connected'; connected: boolean }
  | { type: 'ended' };

/**
 * The change stream of a browser: one connection for all tabs of the same person. One tab holds a lock and the
 * connection and broadcasts what it receives; when it closes, the next tab takes over from its own last revision.
 * `after` is a revision that is already known: the first connection delivers every change after it.
 * Where the browser has no locks (plain HTTP on a network address), each tab has its own connection while it is visible.
 */
export function openSharedLive(server: Server, uid: string, handlers: LiveHandlers, after?: number): Live {
  const name = `keepsake-live-${uid}`;
  const closed = new AbortController();
  const channel = new BroadcastChannel(name);
  let revision: number | undefined;
  let connected = false;
  let transfers: readonly Transfer[] = [];
  let connection: Live | undefined;

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'retry') connection?.retry();
    else if (data.type !== 'hello') receive(data);
    else if (connection && revision !== undefined) {
      channel.postMessage({ type: 'ready', revision } satisfies Message);
      channel.postMessage({ type: 'connected', connected } satisfies Message);
      channel.postMessage({ type: 'transfers', transfers } satisfies Message);
    }
  };
  channel.postMessage({ type: 'hello' } satisfies Message);
  if (navigator.locks) void leadWhenFree();
  else connectWhileVisible();

  return {
    retry() {
      if (connection) connection.retry();
      else channel.postMessage({ type: 'retry' } satisfies Message);
    },
    close() {
      closed.abort();
      connection?.close();
      channel.close();
    },
  };

  async function leadWhenFree() {
    try {
      await navigator.locks.request(name, { signal: closed.signal }, () => {
        connection = openLive(server, handlersTo(receiveAndBroadcast), revision ?? after);
        return new Promise<void>((resolve) => closed.signal.addEventListener('abort', () => resolve()));
      });
    } catch (error) {
      // Closing this tab withdraws its request for the lock.
      if (!closed.signal.aborted) throw error;
    }
  }

  function connectWhileVisible() {
    const follow = () => {
      if (document.visibilityState === 'visible')
        connection ??= openLive(server, handlersTo(receive), revision ?? after);
      else {
        connection?.close();
        connection = undefined;
      }
    };
    document.addEventListener('visibilitychange', follow, { signal: closed.signal });
    follow();
  }

  function receiveAndBroadcast(message: Message) {
    // The other tabs come first: handling the message may close this tab's stream.
    if (!closed.signal.aborted) channel.postMessage(message);
    receive(message);
  }

  function receive(message: Message) {
    if (message.type === 'connected') {
      connected = message.connected;
      handlers.onConnected(connected);
    } else if (message.type === 'transfers') {
      transfers = message.transfers;
      handlers.onTransfers(transfers);
    } else if (message.type === 'ended') handlers.onEnded();
    else if (message.type === 'ready') receiveReady(message.revision);
    else if (message.type === 'reset') reset(message.revision);
    else if (message.type === 'change') receiveChange(message.change);
  }

  function receiveReady(at: number) {
    if (revision === undefined) {
      revision = at;
      handlers.onReady(at);
    } else if (at > revision) reset(at);
  }

  function receiveChange(change: Change) {
    if (revision !== undefined && change.revision <= revision) return;
    if (revision !== undefined && change.revision > revision + 1) return reset(change.revision);
    revision = change.revision;
    handlers.onChange(change);
  }

  function reset(at: number) {
    revision = at;
    handlers.onReset(at);
  }
}

/** Handlers that pass each event of a connection to `deliver` as a message. */
function handlersTo(deliver: (message: Message) => void): LiveHandlers {
  return {
    onReady: (revision) => deliver({ type: 'ready', revision }),
    onReset: (revision) => deliver({ type: 'reset', revision }),
    onChange: (change) => deliver({ type: 'change', change }),
    onTransfers: (transfers) => deliver({ type: 'transfers', transfers }),
    onConnected: (connected) => deliver({ type: 'connected', connected }),
    onEnded: () => deliver({ type: 'ended' }),
  };
}
