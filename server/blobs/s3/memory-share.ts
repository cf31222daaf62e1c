/** Bytes that all appends together hold at most before they are sent, and each of them at least. */
const budgetBytes = 96 * 1024 ** 2;
const minBytes = 256 * 1024;

export type MemoryShare = ReturnType<typeof createMemoryShare>;

/** Divides memory among the appends that run, so that many slow ones do not hold a part each. */
export function createMemoryShare() {
  let running = 0;
  return {
    /** Bytes that one append may gather now. */
    bytes: (): number => Math.max(minBytes, Math.floor(budgetBytes / Math.max(1, running))),
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
      }
    },
  };
}
