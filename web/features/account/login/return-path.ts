/** What the guard hands to the log-in page through the router's state: the path to return to. */
export type ReturnState = { returnTo: string };

/** The path from which the guard sent a person to log in, or undefined. Only a path of this site counts. */
export function returnPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined;
  const { returnTo } = state;
  return typeof returnTo === 'string' && /^\/(?![/\\])/.test(returnTo) ? returnTo : undefined;
}

/** What an account page hands on to another one: where to return to, and nothing that the page before said. */
export function returnState(state: unknown): ReturnState | undefined {
  const returnTo = returnPath(state);
  return returnTo === undefined ? undefined : { returnTo };
}
