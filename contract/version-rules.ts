const day = 24 * 60 * 60 * 1000;

/**
 * Which versions of a file stay besides the current one. `by-age`: all that were replaced within a day, of older ones the
 * last of each day, and of those that were replaced more than 30 days ago the last of each week. Days and weeks are those of UTC.
 */
export const versionRules = ['all', 'by-age', 'last-30', 'last-10'] as const;
export type VersionRule = (typeof versionRules)[number];

/** Versions of a file that a rule keeps, with the current one. */
export const keptByRule = { 'last-30': 30, 'last-10': 10 } as const;

/** The steps of `by-age`, the oldest first: of what was replaced so long ago, the last version of each span stays. In milliseconds. */
export const thinnedByAge = [
  { replacedBefore: 30 * day, span: 7 * day },
  { replacedBefore: day, span: day },
] as const;
