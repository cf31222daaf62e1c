import { type SyntheticEvent, useRef, useState } from 'react';
import { useWhenBack } from '../said/away.ts';

type MediaEvent = SyntheticEvent<HTMLMediaElement>;

/** What a player needs to be tried again, from where it failed, also by itself when the server is back. */
export function usePlayer() {
  const [failed, setFailed] = useState(false);
  /** In seconds. */
  const failedAt = useRef(0);
  const retry = () => setFailed(false);
  useWhenBack(failed, retry);
  return {
    failed,
    retry,
    onError({ currentTarget: player }: MediaEvent) {
      // One that fails again before it plays is still at its beginning.
      failedAt.current = player.currentTime || failedAt.current;
      setFailed(true);
    },
    onLoadedMetadata({ currentTarget: player }: MediaEvent) {
      if (failedAt.current > 0) player.currentTime = failedAt.current;
    },
  };
}
