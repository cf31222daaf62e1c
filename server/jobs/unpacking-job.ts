import { maxUnpackingsAtOnce } from '#contract/limits.ts';
import type { Leases } from '#server/cluster/leases.ts';
import type { Unpack } from '#server/drive/unpacking/unpack.ts';

type Deps = { unpack: Unpack; leases: Leases; report: (problem: string, error: unknown) => void };

/** Unpacks the archives that people asked for, those of an account one after the other, and those that a stopped server left. */
export function createUnpackingJob({ unpack, leases, report }: Deps) {
  /** By account. */
  const running = new Map<string, Promise<void>>();
  /** Accounts that another node works for, or whose work failed: not before the next time that this is woken. */
  const putOff = new Set<string>();
  const closing = new AbortController();
  let looking: Promise<void> | undefined;
  let wokenAgain = false;

  return {
    /** Looks for work; returns at once. Also to be called now and then, for what failed or another node left. */
    wake(): void {
      putOff.clear();
      lookAgain();
    },
    /** Ends the work where it is; it is continued after the next start. */
    async close(): Promise<void> {
      closing.abort();
      await looking;
      await Promise.all(running.values());
    },
  };

  function lookAgain(): void {
    if (closing.signal.aborted) return;
    if (looking !== undefined) {
      wokenAgain = true;
      return;
    }
    looking = look()
      .catch((error: unknown) => report('Could not look for archives to unpack', error))
      .finally(() => {
        looking = undefined;
        if (!wokenAgain) return;
        wokenAgain = false;
        lookAgain();
      });
  }

  async function look(): Promise<void> {
    for (const { id, account } of await unpack.waiting()) {
      if (running.size >= maxUnpackingsAtOnce || closing.signal.aborted) return;
      if (!running.has(account) && !putOff.has(account)) running.set(account, run(account, id));
    }
  }

  async function run(account: string, id: string): Promise<void> {
    const isDone = await leases
      .hold(`unpacking of ${account}`, () => unpack.run(account, id, closing.signal))
      .catch((error: unknown) => {
        report(`Could not unpack ${id}; it is tried again`, error);
        return false;
      });
    running.delete(account);
    if (!isDone) putOff.add(account);
    // Others may have waited for its end.
    lookAgain();
  }
}
