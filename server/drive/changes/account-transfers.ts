import type { Transfer } from '#contract/transfers.ts';

export type AccountTransfers = ReturnType<typeof createAccountTransfers>;

/** An upload that nobody has fed for this long is not on its way any more, in milliseconds. */
export const silentMs = 60_000;

type Moving = Transfer & { at: number };

/** What one account has on its way, as far as this node knows. */
export function createAccountTransfers(now: () => number) {
  /** What this node is fed. */
  const own = new Map<string, Moving>();
  /** What other nodes told last, by node. */
  const elsewhere = new Map<string, Moving[]>();
  /** What has ended and when: a node that has not heard of it yet may still tell of the upload. The oldest come first. */
  const ended = new Map<string, number>();

  return {
    /** Bytes of it were kept here. */
    moved: (transfer: Transfer) => void own.set(transfer.id, { ...transfer, at: now() }),
    ended: (id: string) => void ended.set(id, now()),
    /** Another node told what it is fed. */
    heard(node: string, transfers: readonly Transfer[]) {
      elsewhere.set(
        node,
        transfers.map((transfer) => ({ ...transfer, at: now() })),
      );
    },

    fromHere: (): Transfer[] => living([...own.values()]),
    all(): Transfer[] {
      const moving = [...own.values(), ...elsewhere.values()].flat().toSorted((one, other) => one.at - other.at);
      // Nodes that are fed in turn tell of the same one.
      return living([...new Map(moving.map((newest) => [newest.id, newest])).values()]);
    },

    /** Forgets what is silent. Returns whether nothing is left. */
    tidy(): boolean {
      for (const [id, moving] of own) if (!isLiving(moving)) own.delete(id);
      for (const [node, moving] of elsewhere) {
        const left = moving.filter(isLiving);
        if (left.length === 0) elsewhere.delete(node);
        else elsewhere.set(node, left);
      }
      for (const [id, at] of ended) if (isSilent(at)) ended.delete(id);
      return own.size + elsewhere.size + ended.size === 0;
    },
  };

  function living(moving: readonly Moving[]): Transfer[] {
    return moving.filter(isLiving).map(({ at: _at, ...transfer }) => transfer);
  }

  function isLiving({ id, at }: Moving): boolean {
    return !isSilent(at) && !ended.has(id);
  }

  function isSilent(at: number): boolean {
    return now() - at >= silentMs;
  }
}
