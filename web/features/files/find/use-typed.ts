import { useEffect, useState } from 'react';
import { pauseMs } from './use-settled.ts';

/** What is being typed, which is written into the address after a pause; a link to another address replaces it. */
export function useTyped(q: string, write: (q: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(q);
  const [seen, setSeen] = useState(q);
  const [written, setWritten] = useState<string>();

  if (q !== seen) {
    setSeen(q);
    setWritten(undefined);
    if (q !== written) setTyped(q);
  }

  useEffect(() => {
    if (typed === q) return undefined;
    const timer = setTimeout(() => {
      setWritten(typed);
      write(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, q, write]);

  return [typed, setTyped];
}
