/** Runs work with the same key one at a time, in order of arrival, within this process. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();

  return {
    /** Whether work with that key is running. */
    isBusy: (key: string): boolean => last.has(key),

    /** Runs the work once all earlier work with that key is done, and returns its result. */
    async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
      const before = last.get(key);
      const mine = before === undefined ? work() : before.then(work, work);
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
}
