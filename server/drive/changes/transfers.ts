import type { Transfer } from '#contract/transfers.ts';
import type { Signals } from '#server/cluster/signals.ts';
import type { Scope } from '../access/scope.ts';
import { type AccountTransfers, createAccountTransfers, silentMs } from './account-transfers.ts';

export type Transfers = ReturnType<typeof createTransfers>;

/** Progress is told at most this often for an account, in milliseconds. */
const tellingMs = 400;
/** More is not told to the other nodes at once: a signal holds 7,900 bytes, and a name up to 255. */
const toldAtOnce = { transfers: 12, ended: 60 };

/** What a node tells the others of an account: what it is fed, and what has ended since it told them last. */
type Told = { transfers: Transfer[]; ended: string[] };

type Account = {
  transfers: AccountTransfers;
  /** Ends that the other nodes were not told of yet. */
  untold: string[];
  /** Rises whenever there is something new to read. */
  version: number;
  listeners: Set<() => void>;
  telling: NodeJS.Timeout | undefined;
  tidying: NodeJS.Timeout | undefined;
};

/** What is on its way right now, by account: a courtesy that nothing relies on, so every node keeps it in memory. */
export function createTransfers({ signals, now }: { signals: Signals; now: () => number }) {
  const accounts = new Map<string, Account>();
  signals.listen((signal) => {
    if (signal?.about !== 'transfers') return;
    const own = accounts.get(signal.account);
    // Who begins to listen later hears of it with the next bytes.
    if (own === undefined) return;
    const { transfers, ended } = signal.data as Told;
    own.transfers.heard(signal.from, transfers);
    for (const id of ended) own.transfers.ended(id);
    wake(signal.account, own);
  });

  return {
    /** Bytes of an upload were kept. */
    moved({ account }: Scope, transfer: Transfer) {
      const own = accountOf(account);
      own.transfers.moved(transfer);
      tell(account, own);
    },

    /** An upload is finished or given up. */
    ended({ account }: Scope, id: string) {
      const own = accountOf(account);
      own.transfers.ended(id);
      own.untold.push(id);
      tell(account, own);
    },

    /** What is on its way, and a number that rises with every change of it. */
    read({ account, root }: Scope): { version: number; transfers: Transfer[] } {
      const own = accounts.get(account);
      // Whose uploads they are and where they go is the owner's business.
      return own === undefined || root !== null
        ? { version: 0, transfers: [] }
        : { version: own.version, transfers: own.transfers.all() };
    },

    /** Calls the listener when there is something new to read; returns the way to stop that. */
    listen({ account }: Scope, listener: () => void): () => void {
      const own = accountOf(account);
      own.listeners.add(listener);
      return () => {
        own.listeners.delete(listener);
        forget(account, own);
      };
    },
  };

  function accountOf(account: string): Account {
    const own = accounts.get(account) ?? {
      transfers: createAccountTransfers(now),
      untold: [],
      version: 0,
      listeners: new Set(),
      telling: undefined,
      tidying: undefined,
    };
    accounts.set(account, own);
    return own;
  }

  function tell(account: string, own: Account) {
    own.telling ??= setTimeout(() => {
      own.telling = undefined;
      wake(account, own);
      const told: Told = {
        transfers: own.transfers.fromHere().slice(0, toldAtOnce.transfers),
        ended: own.untold.splice(0, toldAtOnce.ended),
      };
      signals.send({ about: 'transfers', account, data: told });
      if (own.untold.length > 0) tell(account, own);
    }, tellingMs).unref();
  }

  function wake(account: string, own: Account) {
    announce(own);
    clearTimeout(own.tidying);
    own.tidying = setTimeout(() => tidy(account, own), silentMs).unref();
  }

  function announce(own: Account) {
    own.version += 1;
    for (const listener of own.listeners) listener();
  }

  /** What was silent is gone, and the listeners hear of that, too. */
  function tidy(account: string, own: Account) {
    own.tidying = undefined;
    if (!own.transfers.tidy()) return wake(account, own);
    announce(own);
    forget(account, own);
  }

  /** Unless there is something to listen to, to tell or to tidy. */
  function forget(account: string, own: Account) {
    if (own.listeners.size === 0 && own.telling === undefined && own.tidying === undefined) accounts.delete(account);
  }
}
