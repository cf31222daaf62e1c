import { numberFact } from './fact-values.ts';

const maxSeconds = 10_000_000;

/** How long something plays; null if that cannot be. */
export function secondsFact(seconds: number): number | null {
  return numberFact(Number(seconds.toFixed(3)), 0.001, maxSeconds);
}
