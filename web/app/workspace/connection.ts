/** Whether the server can be reached, as pages show it. */
export type Connection = ReturnType<typeof createConnection>;

/** A shorter loss of the stream is not shown, in milliseconds. */
const graceMs = 2000;

/**
 * Follows whether the change stream is connected. `onBack` runs whenever the server can be reached again,
 * `onDisconnected` when a connected stream is lost.
 */
export function createConnection({ onBack, onDisconnected }: { onBack: () => void; onDisconnected: () => void }) {
  let connected = false;
  let offline = !navigator.onLine;
  const listeners = new Set<() => void>();
  const closed = new AbortController();
  const { signal } = closed;
  let timer = setTimeout(() => setOffline(true), graceMs * 2);

  // The browser notices a lost network long before a silent stream does.
  window.addEventListener('offline', () => setOffline(true), { signal });
  window.addEventListener(
    'online',
    () => {
      if (connected) setOffline(false);
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
    /** Whether it has been lost for long enough to say so. */
    isOffline: () => offline,
    /** The stream was connected or lost. */
    set(now: boolean) {
      if (connected && !now) onDisconnected();
      connected = now;
      clearTimeout(timer);
      if (now) {
        setOffline(false);
        onBack();
      } else timer = setTimeout(() => setOffline(true), graceMs);
    },
    /** A request did not reach the server. Without a stream this already means offline. */
    unreachable() {
      if (!connected) setOffline(true);
    },
    close() {
      clearTimeout(timer);
      closed.abort();
    },
  };

  function setOffline(now: boolean) {
    if (offline === now) return;
    offline = now;
    for (const listener of listeners) listener();
  }
}
