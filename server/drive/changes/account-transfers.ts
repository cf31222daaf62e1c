import type { Transfer } from '#contract/transfers.ts';

export type AccountTransfers = ReturnType<typeof createAccountTransfers>;

/** An upload that received no bytes for this long is no longer in progress, in milliseconds. */
export const silentMs = 60_000;
/** Of how many that ended it is remembered. Later reports of one more are shown until they are silent. */
const maxEnded = 10_000;

type TimedTransfer = Transfer & { at: number };

/** The transfers of one account that are in progress, as far as this node knows. */
export function createAccountTransfers(now: () => number) {
  /** Transfers that this node receives. */
  const own = new Map<string, TimedTransfer>();
  /** Transfers that other nodes last reported, by node. */
  const elsewhere = new Map<string, TimedTransfer[]>();
  /** When transfers ended: a node that has not received that yet may still report them. The oldest come first. */
  const ended = new Map<string, number>();

  return {
    /** Bytes of a transfer were stored by this node. */
    moved: (transfer: Transfer) => void own.set(transfer.id, { ...transfer, at: now() }),
    ended(id: string) {
      own.delete(id);
      ended.delete(id);
      ended.set(id, now());
      const [oldest] = ended.keys();
      if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest);
    },
    /** Another node reported the transfers that it receives. */
    reported(node: string, transfers: readonly Transfer[]) {
      elsewhere.set(
        node,
        transfers.map((transfer) => ({ ...transfer, at: now() })),
      );
    },

    own: (): Transfer[] => living([...own.values()]),
    all(): Transfer[] {
      const all = [...own.values(), ...elsewhere.values()].flat().toSorted((one, other) => one.at - other.at);
      // Nodes that receive parts of one upload report the same transfer; the newest report counts.
      return living([...new Map(all.map((newest) => [newest.id, newest])).values()]);
    },

    /** Removes silent transfers. */
    tidy(): void {
      for (const [id, transfer] of own) if (!isLiving(transfer)) own.delete(id);
      for (const [node, transfers] of elsewhere) {
        const left = transfers.filter(isLiving);
        if (left.length === 0) elsewhere.delete(node);
        else elsewhere.set(node, left);
      }
      for (const [id, at] of ended) if (isSilent(at)) ended.delete(id);
    },

    /** How many transfers are held, in progress or not, and how many that ended. */
    size: () => ({ held: own.size + elsewhere.size, ended: ended.size }),
  };

  function living(transfers: readonly TimedTransfer[]): Transfer[] {
    return transfers.filter(isLiving).map(({ at: _at, ...transfer }) => transfer);
  }

  function isLiving({ id, at }: TimedTransfer): boolean {
    return !isSilent(at) && !ended.has(id);
  }

  function isSilent(at: number): boolean {
    return now() - at >= silentMs;
  }
}
