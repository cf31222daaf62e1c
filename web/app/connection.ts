/** Whether the change stream stands, as pages show it. */
export type Connection = ReturnType<typeof createConnection>;

/** A stream that is away for less than this is not worth a word, in milliseconds. */
const graceMs = 2000;

/** `onBack` is told whenever the server can be reached again. */
export function createConnection(onBack: () => void) {
  let connected = false;
  let lost = false;
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
    set(now: boolean) {
      connected = now;
      clearTimeout(timer);
      if (now) {
        setLost(false);
        onBack();
      } else timer = setTimeout(() => setLost(true), graceMs);
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
