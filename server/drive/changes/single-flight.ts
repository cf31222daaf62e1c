/** Lets those who ask for the same thing at the same moment share one read of it. */
export function createSingleFlight<Result>() {
  const running = new Map<string, Promise<Result>>();

  return async (key: string, read: () => Promise<Result>): Promise<Result> => {
    const known = running.get(key);
    if (known !== undefined) return await known;
    const begun = read();
    running.set(key, begun);
    try {
      return await begun;
    } finally {
      running.delete(key);
    }
  };
}
