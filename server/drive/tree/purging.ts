/**
 * `trashed_at` of what a person deleted for good: it is in Trash no more and nowhere else, and its rows go, one group
 * after the other. Whatever lies in Trash has a larger one.
 */
export const purging = 0;
