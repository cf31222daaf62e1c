/** Milliseconds of a clock that all threads of this process share, and that nobody sets. */
export const steadyMs = (): number => Number(process.hrtime.bigint()) / 1e6;
