import type { Transfer } from '#contract/transfers.ts';
import type { Signals } from '#server/cluster/signals.ts';
import type { Scope } from '../access/scope.ts';
import { type AccountTransfers, createAccountTransfers } from './account-transfers.ts';

export type Transfers = ReturnType<typeof createTransfers>;

/** The shortest interval between two reports of an account, in milliseconds. */
const reportMs = 400;
/** The most in one report to other nodes: a signal holds 7,900 bytes, and a name up to 255. */
const maxInReport = { transfers: 12, ended: 60 };
/** Of those that end faster than they are reported, other nodes hear of the last ones; the others become silent there. */
const maxUnreported = 1000;
/** How often silent transfers are removed, in milliseconds. */
const tidyMs = 10_000;

/** What a node reports of an account: the transfers that it receives, and those that ended since its last report. */
type Report = { transfers: Transfer[]; ended: string[] };

type Account = {
  transfers: AccountTransfers;
  /** Ended transfers that were not reported yet. */
  unreported: string[];
  /** Increases whenever there is something new to read. */
  version: number;
  listeners: Set<() => void>;
  reportTimer: NodeJS.Timeout | undefined;
  tidyTimer: NodeJS.Timeout | undefined;
};

/** The transfers in progress, by account. Nothing relies on them, so every node holds them in memory only. */
export function createTransfers({ signals, now }: { signals: Signals; now: () => number }) {
  const accounts = new Map<string, Account>();
  signals.listen((signal) => {
    if (signal?.about !== 'transfers') return;
    const own = accounts.get(signal.account);
    // A later listener receives the transfer with its next bytes.
    if (own === undefined) return;
    const { transfers, ended } = signal.data as Report;
    own.transfers.reported(signal.from, transfers);
    for (const id of ended) own.transfers.ended(id);
    wake(signal.account, own);
  });

  return {
    /** Bytes of an upload were stored. */
    moved({ account }: Scope, transfer: Transfer) {
      const own = accountOf(account);
      own.transfers.moved(transfer);
      reportSoon(account, own);
    },

    /** An upload was finished or discarded. */
    ended({ account }: Scope, id: string) {
      const own = accountOf(account);
      own.transfers.ended(id);
      own.unreported.push(id);
      own.unreported.splice(0, own.unreported.length - maxUnreported);
      reportSoon(account, own);
    },

    /** The transfers in progress, and a number that increases with every change. */
    read({ account, root }: Scope): { version: number; transfers: Transfer[] } {
      const own = accounts.get(account);
      // A scope below Root does not reveal the account's other uploads.
      return own === undefined || root !== null
        ? { version: 0, transfers: [] }
        : { version: own.version, transfers: own.transfers.all() };
    },

    /** Calls the listener when there is something new to read; returns the function that unsubscribes it. */
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
      unreported: [],
      version: 0,
      listeners: new Set(),
      reportTimer: undefined,
      tidyTimer: undefined,
    };
    accounts.set(account, own);
    return own;
  }

  function reportSoon(account: string, own: Account) {
    own.reportTimer ??= setTimeout(() => {
      own.reportTimer = undefined;
      wake(account, own);
      const report: Report = {
        transfers: own.transfers.own().slice(0, maxInReport.transfers),
        ended: own.unreported.splice(0, maxInReport.ended),
      };
      signals.send({ about: 'transfers', account, data: report });
      if (own.unreported.length > 0) reportSoon(account, own);
    }, reportMs).unref();
  }

  function wake(account: string, own: Account) {
    announce(own);
    tidyLater(account, own);
  }

  function tidyLater(account: string, own: Account) {
    own.tidyTimer ??= setTimeout(() => {
      own.tidyTimer = undefined;
      tidy(account, own);
    }, tidyMs).unref();
  }

  function announce(own: Account) {
    own.version += 1;
    for (const listener of own.listeners) listener();
  }

  /** Removes silent transfers and notifies the listeners of them. */
  function tidy(account: string, own: Account) {
    const before = own.transfers.size().held;
    own.transfers.tidy();
    const { held, ended } = own.transfers.size();
    if (held < before) announce(own);
    if (held + ended > 0) tidyLater(account, own);
    else forget(account, own);
  }

  /** Removes an account that has no listener and no pending work. */
  function forget(account: string, own: Account) {
    if (own.listeners.size === 0 && own.reportTimer === undefined && own.tidyTimer === undefined)
      accounts.delete(account);
  }
}
