import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorCode } from '../login/account-error.ts';

/**
 * What `call` gives, read when the page opens and after each change. What could not be read is read as soon as the browser
 * is online again, and by `retry`, which is there until it is read.
 */
export function useRead<Value>(call: () => Promise<Value>) {
  const [value, set] = useState<Value>();
  /** Why it could not be read, and why something was not done. */
  const [unread, setUnread] = useState<unknown>();
  const [failure, setFailure] = useState<unknown>();
  const [running, setRunning] = useState(false);

  /** The last one that was asked: what another one says after it is older. */
  const last = useRef<Promise<Value>>(undefined);

  function read(): Promise<void> {
    const asked = (last.current = call());
    const unlessOlder = (tell: () => void) => last.current === asked && tell();
    return asked.then(
      (now) =>
        void unlessOlder(() => {
          set(now);
          setUnread(undefined);
        }),
      (error: unknown) => void unlessOlder(() => setUnread(error)),
    );
  }

  const readFirst = useEffectEvent(read);
  const readUnread = useEffectEvent(() => {
    if (unread !== undefined) void read();
  });
  useEffect(() => {
    const stop = new AbortController();
    void readFirst();
    window.addEventListener('online', () => readUnread(), { signal: stop.signal });
    return () => stop.abort();
  }, []);

  return {
    value,
    set,
    failure: failure ?? unread,
    running,
    read,
    retry: failure === undefined && unread !== undefined ? read : undefined,

    /** Does something and reads again, also when it was not done: somebody else may have done it. Returns whether it was. */
    async run(work: () => Promise<unknown>): Promise<boolean> {
      setRunning(true);
      setFailure(undefined);
      try {
        await work();
        await read();
        return true;
      } catch (error) {
        setFailure(error);
        // Who did not want to confirm that it is them is not asked again, as reading may.
        if (errorCode(error) !== 'confirmation-needed') await read();
        return false;
      } finally {
        setRunning(false);
      }
    },
  };
}
