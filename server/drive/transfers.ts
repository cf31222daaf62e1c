import type { Transfer } from '#contract/transfers.ts';
import type { Actor } from './actor.ts';

export type Transfers = ReturnType<typeof createTransfers>;

/** Progress is told at most this often for an account, in milliseconds. */
const tellingMs = 400;
/** An upload that nobody has fed for this long is not on its way any more, in milliseconds. */
const silentMs = 60_000;

type Account = {
  transfers: Map<string, Transfer & { at: number }>;
  /** Rises whenever there is something new to tell. */
  version: number;
  listeners: Set<() => void>;
  timer: NodeJS.Timeout | undefined;
};

/** What is on its way to this node right now, by account: a courtesy that nothing relies on, so it is kept in memory. */
export function createTransfers({ now }: { now: () => number }) {
  const accounts = new Map<string, Account>();

  return {
    /** Bytes of an upload were kept. */
    moved({ account }: Actor, transfer: Transfer) {
      const own = accountOf(account);
      own.transfers.set(transfer.id, { ...transfer, at: now() });
      tell(account, own);
    },

    /** An upload is finished or given up. */
    ended({ account }: Actor, id: string) {
      const own = accounts.get(account);
      if (own?.transfers.delete(id)) tell(account, own);
    },

    /** What is on its way, and a number that rises with every change of it; 0 when nothing ever was. */
    read({ account }: Actor): { version: number; transfers: Transfer[] } {
      const own = accounts.get(account);
      if (own === undefined) return { version: 0, transfers: [] };
      const living = [...own.transfers.values()].filter(({ at }) => now() - at < silentMs);
      return { version: own.version, transfers: living.map(({ at: _at, ...transfer }) => transfer) };
    },

    /** Calls the listener when there is something new to read; returns the way to stop that. */
    listen({ account }: Actor, listener: () => void): () => void {
      const own = accountOf(account);
      own.listeners.add(listener);
      return () => {
        own.listeners.delete(listener);
        if (own.listeners.size === 0 && own.transfers.size === 0 && own.timer === undefined) accounts.delete(account);
      };
    },
  };

  function accountOf(account: string): Account {
    const own = accounts.get(account) ?? {
      transfers: new Map(),
      version: 0,
      listeners: new Set(),
      timer: undefined,
    };
    accounts.set(account, own);
    return own;
  }

  function tell(account: string, own: Account) {
    own.timer ??= setTimeout(() => {
      own.timer = undefined;
      own.version += 1;
      for (const [id, { at }] of own.transfers) if (now() - at >= silentMs) own.transfers.delete(id);
      for (const listener of own.listeners) listener();
      if (own.listeners.size === 0 && own.transfers.size === 0) accounts.delete(account);
    }, tellingMs).unref();
  }
}
