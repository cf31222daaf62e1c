/** By how much the clock of another node may be ahead, in milliseconds: what it noted a moment ago is not of a clock that was wrong. */
export const maxSkewMs = 30 * 1000;
