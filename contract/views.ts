/** What can be listed wherever it is: see the endpoint. */
export const views = ['starred', 'recent', 'largest'] as const;
export type View = (typeof views)[number];
