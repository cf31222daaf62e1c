/** Whether the server can be reached, as pages show it. */
export type Connection = ReturnType<typeof createConnection>;

/** `offline`: this device has no network. `unreachable`: it has one, and the server does not answer. */
export type Reach = 'reachable' | 'unreachable' | 'offline';

/** A shorter loss of the stream is not shown, in milliseconds. */
const graceMs = 2000;
/** Nor that it has not been connected for the first time, while requests are under way; one that fails is shown at once. */
const firstMs = 10_000;

/**
 * Follows whether the change stream is connected. `onBack` runs whenever the server can be reached again,
 * `onDisconnected` when a connected stream is lost.
 */
export function createConnection({ onBack, onDisconnected }: { onBack: () => void; onDisconnected: () => void }) {
  let connected = false;
  let reach: Reach = navigator.onLine ? 'reachable' : 'offline';
  let turns = 0;
  const listeners = new Set<() => void>();
  const closed = new AbortController();
  const { signal } = closed;
  let timer = setTimeout(lost, firstMs);

  // The browser notices a lost network long before a silent stream does.
  window.addEventListener('offline', lost, { signal });
  window.addEventListener(
    'online',
    () => {
      if (connected) setReach('reachable');
      else if (reach === 'offline') setReach('unreachable');
      onBack();
    },
    { signal },
  );

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Whether the stream is connected right now. */
    isConnected: () => connected,
    /** What has been so for long enough to say it. */
    reach: () => reach,
    /** How often the server went or came, also for a moment. */
    turns: () => turns,
    /** The stream was connected or lost. */
    set(now: boolean) {
      if (connected && !now) onDisconnected();
      // Also when the loss was too short to be said.
      if (now && !connected && reach === 'reachable') turn();
      connected = now;
      clearTimeout(timer);
      if (now) {
        setReach('reachable');
        onBack();
      } else timer = setTimeout(lost, graceMs);
    },
    /** A request did not reach the server. Without a stream this is already worth saying. */
    unreachable() {
      if (!connected) lost();
    },
    close() {
      clearTimeout(timer);
      closed.abort();
    },
  };

  function lost() {
    setReach(navigator.onLine ? 'unreachable' : 'offline');
  }

  function setReach(now: Reach) {
    if (reach === now) return;
    reach = now;
    turn();
  }

  function turn() {
    turns += 1;
    for (const listener of listeners) listener();
  }
}
