/** Lets concurrent reads with the same key share one read. */
export function createSingleFlight<Result>() {
  const running = new Map<string, Promise<Result>>();

  return async (key: string, read: () => Promise<Result>): Promise<Result> => {
    const current = running.get(key);
    if (current !== undefined) return await current;
    const started = read();
    running.set(key, started);
    try {
      return await started;
    } finally {
      running.delete(key);
    }
  };
}
