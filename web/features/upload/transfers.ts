import type { Transfer } from '#contract/transfers.ts';

export type Transfers = ReturnType<typeof createTransfers>;

/** What is on its way from the person's other devices and pages: all that the server tells of, without what this page sends. */
export function createTransfers({ ownUrls }: { ownUrls: () => string[] }) {
  let transfers: readonly Transfer[] = [];
  const listeners = new Set<() => void>();

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => transfers,
    heard(all: readonly Transfer[]) {
      const own = new Set(ownUrls().map((url) => url.slice(url.lastIndexOf('/') + 1)));
      const foreign = all.filter(({ id }) => !own.has(id));
      if (foreign.length === 0 && transfers.length === 0) return;
      transfers = foreign;
      for (const listener of listeners) listener();
    },
  };
}
