/** Whether the change stream stands, as pages show it. */
export type Connection = ReturnType<typeof createConnection>;

/** A connection that is lost for less than this is not worth a word, in milliseconds. */
const graceMs = 2000;

export function createConnection() {
  let connected = false;
  let lost = false;
  const listeners = new Set<() => void>();
  let timer = setTimeout(() => setLost(true), graceMs * 2);

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Whether it stands right now. */
    isConnected: () => connected,
    /** Whether it has been away long enough to say so. */
    isLost: () => lost,
    set(now: boolean) {
      connected = now;
      clearTimeout(timer);
      if (now) setLost(false);
      else timer = setTimeout(() => setLost(true), graceMs);
    },
    close() {
      clearTimeout(timer);
    },
  };

  function setLost(now: boolean) {
    if (lost === now) return;
    lost = now;
    for (const listener of listeners) listener();
  }
}
