/** What the guard hands to the log-in page through the router's state. */
export type Wanted = { wanted: string };

/** The page a person wanted before the guard sent them to log in, or undefined. Only a path of this house counts. */
export function wantedPage(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return undefined;
  const { wanted } = state;
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : undefined;
}
