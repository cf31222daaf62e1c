import { useEffect, useState } from 'react';

/** A further letter within this time spares the question before it, in milliseconds. */
export const pauseMs = 120;

/** What is being typed, once there was a pause. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
