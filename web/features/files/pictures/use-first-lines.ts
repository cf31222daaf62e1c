import { useContext, useEffect, useState } from 'react';
import { OfflineContext } from '../listing/offline.ts';

/** A tile that is scrolled past sooner is not read, in milliseconds. */
const settleMs = 150;
/** Texts whose beginnings are kept, so that they are there at once when they are scrolled to again. */
const mostKept = 500;

/** By the url, which is of one version. */
const kept = new Map<string, string>();

/** The beginning of a text file; undefined until it is read, and where it cannot be. */
export function useFirstLines({ url, size }: { url: string; size: number }): string | undefined {
  const isOffline = useContext(OfflineContext);
  const [, setRead] = useState('');
  const isToBeRead = size > 0 && !isOffline && !kept.has(url);

  useEffect(() => {
    if (!isToBeRead) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { readFirstLines } = await import('./first-lines.ts');
        const lines = await readFirstLines(url, stop.signal);
        if (lines === undefined) return;
        if (kept.size >= mostKept) kept.clear();
        kept.set(url, lines);
        setRead(url);
      } catch {
        // The drawing stays; the page says elsewhere that the server cannot be reached.
      }
    }, settleMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [url, isToBeRead]);

  return kept.get(url);
}
