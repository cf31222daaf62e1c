import { useState } from 'react';

/** What a player needs to be tried again. */
export function usePlayer() {
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  return {
    failed,
    key: tries,
    onError: () => setFailed(true),
    retry() {
      setFailed(false);
      setTries(tries + 1);
    },
  };
}
