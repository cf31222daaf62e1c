import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';

/** Whether the server cannot be reached. */
export const AwayContext = createContext(false);

/** Tries again what failed, as soon as the server can be reached again. */
export function useWhenBack(retry: () => void): void {
  const isAway = useContext(AwayContext);
  const wasAway = useRef(isAway);
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (wasAway.current && !isAway) again();
    wasAway.current = isAway;
  }, [isAway]);
}
