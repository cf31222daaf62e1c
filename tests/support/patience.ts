/** Time-outs of tests end what hangs and nothing else: a machine may have many times the work that it usually has. */

/** For one thing to come about, in milliseconds. */
export const waitMs = 180_000;
/** For a whole test, in milliseconds; what takes long by design adds to it. */
export const testMs = 900_000;
