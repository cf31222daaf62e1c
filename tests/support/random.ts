/** A source of numbers from 0 to below 1 that is the same for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** A whole number from `low` to `high`, both included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    /** True once in `times`. */
    oneIn: (times: number) => next() < 1 / times,
    pick<T>(...choices: [T, ...T[]]): T {
      return choices[Math.floor(next() * choices.length)] ?? choices[0];
    },
  };
}

export type Random = ReturnType<typeof createRandom>;
