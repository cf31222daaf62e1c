import { waitMs } from './patience.ts';

type Patience = {
  /** What is waited for, as the error names it: "the tile of photo.png". */
  what: string;
  timeoutMs?: number;
};

const pollMs = 20;

/**
 * Asks again and again until the condition gives something other than false, null or undefined, and returns that.
 * Throws when the time is over; an error of the condition counts as "not yet" and becomes the cause.
 */
export async function waitFor<T>(condition: () => T | Promise<T>, { what, timeoutMs = waitMs }: Patience) {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const answer = await condition();
      if (answer !== false && answer !== null && answer !== undefined)
        return answer as Exclude<T, false | null | undefined>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`, { cause });
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
