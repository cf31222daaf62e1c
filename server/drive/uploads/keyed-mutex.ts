/** Lets work on the same thing happen one after the other, in the order it came, within this process. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();

  return {
    /** Whether somebody works on it now. */
    isTaken: (id: string): boolean => last.has(id),

    /** Does the work when all that came before is done, and returns what it returns. */
    async take<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
      const before = last.get(id);
      const mine = before === undefined ? work() : before.then(work, work);
      last.set(id, mine);
      try {
        return await mine;
      } finally {
        if (last.get(id) === mine) last.delete(id);
      }
    },
  };
}
