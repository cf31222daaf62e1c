import type { Transfer } from '#contract/transfers.ts';

export type Transfers = ReturnType<typeof createTransfers>;

/** What is on its way from the person's other devices and pages: all that the server tells of, without what this page sends. */
export function createTransfers({ ownUrls }: { ownUrls: () => string[] }) {
  let told: readonly Transfer[] = [];
  let transfers: readonly Transfer[] = [];
  const listeners = new Set<() => void>();
  /** Also of uploads that were canceled, which the server tells of a moment longer. */
  const ownIds = new Set<string>();

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => transfers,
    heard(all: readonly Transfer[]) {
      told = all;
      sort();
    },
    /** To be called when this page learned the address of an upload: the server may have told of it before. */
    sort,
  };

  function sort() {
    for (const url of ownUrls()) ownIds.add(url.slice(url.lastIndexOf('/') + 1));
    const foreign = told.filter(({ id }) => !ownIds.has(id));
    if (foreign.length === 0 && transfers.length === 0) return;
    transfers = foreign;
    for (const listener of listeners) listener();
  }
}
