/**
 * `trashed_at` of entries that were deleted permanently: they are visible nowhere, and their rows are being removed in
 * groups. Entries in Trash have a greater value.
 */
export const purging = 0;

/** `trashed_at` of a copy that is being made in steps: it is visible nowhere until it is complete. */
export const copying = -1;
