import type { Transfer } from '#contract/transfers.ts';

export type Transfers = ReturnType<typeof createTransfers>;

/** Uploads from the user's other devices and pages: all that the server reports, without those of this page. */
export function createTransfers({ ownUrls }: { ownUrls: () => string[] }) {
  let reported: readonly Transfer[] = [];
  let foreign: readonly Transfer[] = [];
  const listeners = new Set<() => void>();
  /** Includes uploads that were canceled: the server reports them a moment longer. */
  const ownIds = new Set<string>();

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => foreign,
    /** The server reported all transfers. */
    update(all: readonly Transfer[]) {
      reported = all;
      refresh();
    },
    /** To be called when this page learned the address of an upload: the server may have reported it before. */
    refresh,
  };

  function refresh() {
    for (const url of ownUrls()) ownIds.add(url.slice(url.lastIndexOf('/') + 1));
    const next = reported.filter(({ id }) => !ownIds.has(id));
    if (next.length === 0 && foreign.length === 0) return;
    foreign = next;
    for (const listener of listeners) listener();
  }
}
