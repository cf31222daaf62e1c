import { type SyntheticEvent, useRef, useState } from 'react';

type MediaEvent = SyntheticEvent<HTMLMediaElement>;

/** What a player needs to be tried again, from where it failed. */
export function usePlayer() {
  const [failed, setFailed] = useState(false);
  /** In seconds. */
  const failedAt = useRef(0);
  return {
    failed,
    retry: () => setFailed(false),
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
