import { useEffect, useState } from 'react';

/** Of the page that a link opened. */
type State = { mailedToken?: string } | null;

/**
 * The token of a mailed link, as `tokenIn` reads it from the address, and a function that forgets it. In the address it would
 * stay in the history and could leak with a referrer; it is kept with the page instead, which may be loaded again.
 */
export function useMailedToken(tokenIn: (address: Location) => string | null): [string | undefined, () => void] {
  const [token, setToken] = useState(() => tokenIn(location) || (history.state as State)?.mailedToken);
  useEffect(() => {
    history.replaceState({ ...(history.state as State), mailedToken: token }, '', location.pathname);
  }, [token]);
  return [token, () => setToken(undefined)];
}
