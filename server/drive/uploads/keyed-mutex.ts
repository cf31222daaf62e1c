/** Lets work with the same key happen one after the other, in the order it came, within this process. */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>();

  return {
    /** Whether work with that key runs now. */
    isBusy: (key: string): boolean => last.has(key),

    /** Does the work when all that came before is done, and returns what it returns. */
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
