import { useEffect, useState } from 'react';
import { svgType } from '../kinds/shown-as.ts';

/** A larger drawing is offered as a download, in bytes. */
const maxSvgBytes = 20_000_000;

type Svg = { url?: string; isLoading: boolean; retry: () => void };
type Made = { of: string; url: string | undefined };

/**
 * An SVG as a picture, in which no script runs and nothing is loaded: the server hands SVG out as a download only. Nothing is
 * fetched for other files.
 */
export function useSvg({ url, contentType, size }: { url: string; contentType: string; size: number }): Svg {
  const [made, setMade] = useState<Made>();
  const [tries, setTries] = useState(0);
  const wanted = contentType === svgType && size <= maxSvgBytes ? `${url}#${tries}` : undefined;

  useEffect(() => {
    if (wanted === undefined) return undefined;
    const stop = new AbortController();
    const fetched = fetchAsPicture(wanted, stop.signal).catch(() => undefined);
    void fetched.then((picture) => !stop.signal.aborted && setMade({ of: wanted, url: picture }));
    return () => {
      stop.abort();
      void fetched.then((picture) => picture !== undefined && URL.revokeObjectURL(picture));
    };
  }, [wanted]);

  const isDone = made?.of === wanted;
  return {
    ...(isDone && made?.url !== undefined ? { url: made.url } : {}),
    isLoading: wanted !== undefined && !isDone,
    retry: () => setTries(tries + 1),
  };
}

async function fetchAsPicture(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`Answered with ${response.status}`);
  return URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: svgType }));
}
