import type { Change } from '#contract/records/changes.ts';
import type { Transfer } from '#contract/transfers.ts';
import { type Live, type LiveHandlers, openLive } from './live.ts';
import type { Server } from './server.ts';

/** How long a page waits for an answer of the leader before it asks once more, and then before it takes its place, in milliseconds. */
const answerMs = 1500;
/** A visible page that has heard nothing of the leader for this long asks whether it is there, in milliseconds. */
const silenceMs = 20_000;

/** `hello` is a question; whoever leads answers it with `leading` and all that it knows. */
type Message =
  | { type: 'hello' | 'retry' | 'leading' }
  | { type: 'ready' | 'reset'; revision: number }
  | { type: 'change'; change: Change }
  | { type: 'transfers'; transfers: readonly Transfer[] }
  | { type: 'connected'; connected: boolean }
  | { type: 'ended' };

/**
 * The change stream of a browser: one connection for all tabs of the same person. One tab holds a lock and the
 * connection and broadcasts what it receives; when it closes, the next tab takes over from its own last revision. A tab that
 * is suspended holds its lock and says nothing: a visible tab that gets no answer takes the lock from it.
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
  /** Withdraws the request for the lock. */
  let waiting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'hello') answer();
    else if (data.type === 'retry') connection?.retry();
    else if (connection === undefined) {
      listen();
      receive(data);
    }
  };
  if (navigator.locks) {
    void lead();
    document.addEventListener('visibilitychange', () => ask(), { signal: closed.signal });
    ask();
  } else {
    post({ type: 'hello' });
    connectWhileVisible();
  }

  return {
    retry() {
      if (connection) connection.retry();
      else post({ type: 'retry' });
    },
    close() {
      closed.abort();
      waiting.abort();
      clearTimeout(timer);
      connection?.close();
      channel.close();
    },
  };

  function post(message: Message) {
    channel.postMessage(message);
  }

  function answer() {
    if (connection === undefined) return;
    post({ type: 'leading' });
    if (revision === undefined) return;
    post({ type: 'ready', revision });
    post({ type: 'connected', connected });
    post({ type: 'transfers', transfers });
  }

  /** Asks the leader for all that it knows. A visible page that gets no answer, also to a second question, takes its place. */
  function ask(isSecond = false) {
    clearTimeout(timer);
    if (connection) return;
    post({ type: 'hello' });
    // An answer may have come while this page was too busy to receive it: the second question tells.
    const goOn = () => (isSecond ? void lead({ steal: true }) : ask(true));
    if (document.visibilityState === 'visible') timer = setTimeout(goOn, answerMs);
  }

  /** The leader is there. */
  function listen() {
    clearTimeout(timer);
    if (navigator.locks && document.visibilityState === 'visible') timer = setTimeout(ask, silenceMs);
  }

  /** Leads as soon as the lock is free, or at once. */
  async function lead({ steal = false } = {}): Promise<void> {
    waiting.abort();
    const { signal } = (waiting = new AbortController());
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal }, async () => {
        clearTimeout(timer);
        if (closed.signal.aborted) return;
        connection = openLive(server, handlersTo(receiveAndBroadcast), revision ?? after);
        post({ type: 'leading' });
        await new Promise((resolve) => closed.signal.addEventListener('abort', resolve));
      });
    } catch (error) {
      if (closed.signal.aborted || signal.aborted) return;
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      // Another tab has taken the lock, since this one did not answer.
      connection?.close();
      connection = undefined;
      ask();
      await lead();
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
    if (!closed.signal.aborted) post(message);
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
