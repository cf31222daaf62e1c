import { useEffect, useState } from 'react';

export type Reading<Value> =
  | { state: 'reading' }
  | { state: 'read'; value: Value }
  | { state: 'failed'; error: unknown; retry: () => void };

/**
 * What `read` gives, begun when the component is first shown and given up when it leaves. Another `read` begins anew, so it has
 * to be the same function as long as the same thing is to be read.
 */
export function useReading<Value>(read: (signal: AbortSignal) => Promise<Value>): Reading<Value> {
  const [attempt, setAttempt] = useState(0);
  const [ended, setEnded] = useState<{ of: typeof read; attempt: number; reading: Reading<Value> }>();

  useEffect(() => {
    const stop = new AbortController();
    const end = (reading: Reading<Value>) => {
      if (!stop.signal.aborted) setEnded({ of: read, attempt, reading });
    };
    read(stop.signal).then(
      (value) => end({ state: 'read', value }),
      (error: unknown) => end({ state: 'failed', error, retry: () => setAttempt(attempt + 1) }),
    );
    return () => stop.abort();
  }, [read, attempt]);

  return ended?.of === read && ended.attempt === attempt ? ended.reading : { state: 'reading' };
}
