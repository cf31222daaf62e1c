import { useContext, useEffect, useState } from 'react';
import type { File as StoredFile } from '#contract/records/entries.ts';
import { OfflineContext } from '../listing/offline.ts';

/** A tile that is scrolled past sooner is not read, in milliseconds. */
const settleMs = 150;

/** So that they are there at once when they are scrolled to again; as long as a listing has the file. */
const kept = new WeakMap<StoredFile, string>();

/** The beginning of a text file; undefined until it is read, and where it cannot be. */
export function useFirstLines(file: StoredFile): string | undefined {
  const { url } = file;
  const isOffline = useContext(OfflineContext);
  const [read, setRead] = useState<{ url: string; lines: string }>();
  // What was read stays when something else of the file changes, as its star.
  const lines = read?.url === url ? read.lines : kept.get(file);
  const isToBeRead = lines === undefined && !isOffline;

  useEffect(() => {
    if (!isToBeRead) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { readFirstLines } = await import('./first-lines.ts');
        const found = await readFirstLines(url, stop.signal);
        if (found !== undefined) setRead({ url, lines: found });
      } catch {
        // The drawing stays; the page says elsewhere that the server cannot be reached.
      }
    }, settleMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [url, isToBeRead]);

  useEffect(() => {
    if (lines !== undefined) kept.set(file, lines);
  }, [file, lines]);

  return lines;
}
