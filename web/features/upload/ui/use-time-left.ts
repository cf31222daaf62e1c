import { useEffect, useEffectEvent, useState } from 'react';
import { type Sample, timeLeftText, withSample } from './time-left.ts';

/** How often it is looked at how far a transfer is, in milliseconds. */
const sampleMs = 1000;

/** How long the rest of a transfer takes, in words; undefined while it does not move. Counts again after each stop. */
export function useTimeLeft(sentBytes: number, totalBytes: number, moving: boolean): string | undefined {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const take = useEffectEvent(() =>
    setSamples((before) => withSample(before, { at: performance.now(), bytes: sentBytes })),
  );
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setInterval(take, sampleMs);
    return () => {
      clearInterval(timer);
      setSamples([]);
    };
  }, [moving]);
  return moving ? timeLeftText(samples, totalBytes) : undefined;
}
