import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';

/** Whether the server cannot be reached. */
export const AwayContext = createContext(false);

/**
 * Tries again what failed, as soon as the server can be reached again. What began while it could not may fail later than that: it is
 * tried again, too.
 */
export function useWhenBack(failed: boolean, retry: () => void): void {
  const isAway = useContext(AwayContext);
  /** Since the last try that began here. */
  const wasAway = useRef(isAway);
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (isAway) wasAway.current = true;
    else if (failed && wasAway.current) {
      wasAway.current = false;
      again();
    }
  }, [isAway, failed]);
}
