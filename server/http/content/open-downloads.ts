import { maxOpenAccountDownloads, maxOpenDownloads, maxOpenLinkDownloads } from '#contract/limits.ts';
import { networksOf } from '#server/accounts/networks.ts';
import type { Principal } from '#server/accounts/principal.ts';
import { KeepsakeError } from '#server/errors/keepsake-error.ts';
import { createBudget, senderOf } from '../server/bounds/budget.ts';

/** Downloads that a person has whatever others do: as many as a browser opens at a time without HTTP/2. */
const assured = 6;

type Limits = { max?: number; maxOfAccount?: number; maxOfLinks?: number; waitMs?: number };

export type OpenDownloads = ReturnType<typeof createOpenDownloads>;

/**
 * Bounds the downloads that are open at the same time. Those with a download token count apart from the owner's, and by address
 * too: whoever has a link keeps neither the owner out nor others who have it.
 */
export function createOpenDownloads({
  max = maxOpenDownloads,
  maxOfAccount = maxOpenAccountDownloads,
  maxOfLinks = maxOpenLinkDownloads,
  ...wait
}: Limits = {}) {
  const accounts = createBudget({
    max,
    maxByClient: maxOfAccount,
    assured,
    refuse: () => refusal(maxOfAccount),
    ...wait,
  });
  const addresses = createBudget({ max, maxByClient: maxOfLinks, refuse: () => refusal(maxOfLinks), ...wait });

  return {
    /** Runs `work` as a download of the principal from an address. Throws too-many-downloads after a wait. */
    async run<T>({ kind, account, sessionId }: Principal, address: string, work: () => Promise<T>): Promise<T> {
      if (kind !== 'download-token' || sessionId !== undefined) return await accounts.hold(senderOf(account), 1, work);
      return await addresses.hold(networksOf(address), 1, () =>
        accounts.hold(senderOf(`links of ${account}`), 1, work),
      );
    },
  };
}

function refusal(max: number): KeepsakeError {
  return new KeepsakeError('too-many-downloads', { data: { max } });
}
