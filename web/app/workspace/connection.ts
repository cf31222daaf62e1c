/** Whether the server is reached, as pages show it. */
export type Connection = ReturnType<typeof createConnection>;

/** A stream that is away for less than this is not worth a word, in milliseconds. */
const graceMs = 2000;

/**
 * Follows whether the change stream stands. `onBack` is told whenever the server can be reached again, `onOffline` when a
 * stream that stood is lost.
 */
export function createConnection({ onBack, onOffline }: { onBack: () => void; onOffline: () => void }) {
  let connected = false;
  let lost = !navigator.onLine;
  const listeners = new Set<() => void>();
  const closed = new AbortController();
  const { signal } = closed;
  let timer = setTimeout(() => setLost(true), graceMs * 2);

  // The browser notices a lost network long before a silent stream does.
  window.addEventListener('offline', () => setLost(true), { signal });
  window.addEventListener(
    'online',
    () => {
      if (connected) setLost(false);
      onBack();
    },
    { signal },
  );

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Whether the stream stands right now. */
    isConnected: () => connected,
    /** Whether it has been away long enough to say so. */
    isLost: () => lost,
    /** The stream stands, or does not. */
    set(now: boolean) {
      if (connected && !now) onOffline();
      connected = now;
      clearTimeout(timer);
      if (now) {
        setLost(false);
        onBack();
      } else timer = setTimeout(() => setLost(true), graceMs);
    },
    /** A request did not reach the server; while no stream stands, there is nothing to wait for. */
    missed() {
      if (!connected) setLost(true);
    },
    close() {
      clearTimeout(timer);
      closed.abort();
    },
  };

  function setLost(now: boolean) {
    if (lost === now) return;
    lost = now;
    for (const listener of listeners) listener();
  }
}
