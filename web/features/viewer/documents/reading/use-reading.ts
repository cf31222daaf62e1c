import { useEffect, useState } from 'react';
import { useWhenBack } from '../../said/away.ts';
import { isOfServer } from './document-error.ts';

export type Reading<Value> =
  | { state: 'reading' }
  | { state: 'read'; value: Value; retry: () => void }
  | { state: 'failed'; error: unknown; retry: () => void };

/**
 * What `read` gives, begun when the component is first shown and given up when it leaves. Another `read` begins anew, so it has
 * to be the same function as long as the same thing is to be read. `retry` reads it again; what was read is there until then. What
 * the server did not send is read again when it is back.
 */
export function useReading<Value>(read: (signal: AbortSignal) => Promise<Value>): Reading<Value> {
  const [attempt, setAttempt] = useState(0);
  const [ended, setEnded] = useState<{
    of: typeof read;
    attempt: number;
    reading: Reading<Value>;
    stop: AbortController;
  }>();

  useEffect(() => {
    const stop = new AbortController();
    let isEnded = false;
    const end = (reading: Reading<Value>) => {
      if (stop.signal.aborted) return;
      isEnded = true;
      setEnded({ of: read, attempt, reading, stop });
    };
    const retry = () => setAttempt(attempt + 1);
    read(stop.signal).then(
      (value) => end({ state: 'read', value, retry }),
      (error: unknown) => end({ state: 'failed', error, retry }),
    );
    return () => {
      if (!isEnded) stop.abort();
    };
  }, [read, attempt]);
  // After what is shown in its place.
  useEffect(() => () => ended?.stop.abort(), [ended]);

  const isShown = ended?.of === read && (ended.attempt === attempt || ended.reading.state === 'read');
  const reading: Reading<Value> = isShown ? ended.reading : { state: 'reading' };
  useWhenBack(reading.state === 'failed' && isOfServer(reading.error), () => {
    if (reading.state === 'failed') reading.retry();
  });
  return reading;
}
