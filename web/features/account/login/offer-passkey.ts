/** Before what the browser was asked with is over. */
const renewMs = 9 * 60 * 1000;

type Offer<Answer> = {
  /** Has the browser offer passkeys, as long as the signal lets it. */
  choose: (signal: AbortSignal) => Promise<Answer>;
  logIn: (answer: Answer) => Promise<void>;
  stop: AbortSignal;
};

/**
 * Offers passkeys among what the browser fills in, until one is chosen. Nobody asked for it: where that fails, as in a browser that
 * has none, nothing is said. Throws why the one that was chosen does not log in.
 */
export async function offerPasskey<Answer extends object>({ choose, logIn, stop }: Offer<Answer>): Promise<void> {
  while (!stop.aborted) {
    const round = AbortSignal.any([stop, AbortSignal.timeout(renewMs)]);
    const answer = await choose(round).catch(() => undefined);
    if (answer !== undefined) return await logIn(answer);
    if (!round.aborted) return;
  }
}
