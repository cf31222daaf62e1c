/** What a listing may be ordered by. */
export const sortKeys = ['created', 'name', 'taken', 'modified', 'size', 'kind'] as const;
export type SortKey = (typeof sortKeys)[number];

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];
