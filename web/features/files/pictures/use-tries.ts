import { type Key, useContext, useState } from 'react';
import { TurnsContext } from '../listing/offline.ts';

type Tries = {
  /** Whether the latest try failed. */
  failed: boolean;
  onError: () => void;
  /** Of the picture's element: another element tries again, and hears of no failure but its own. */
  key: Key;
};

/** The tries to load a picture: the next begins when the server goes or comes, if the one before failed. */
export function useTries(url: string): Tries {
  const turns = useContext(TurnsContext);
  const [latest, setLatest] = useState({ url, turns, count: 1, failed: false });
  const next = { url, turns, count: latest.count + 1, failed: false };
  if (latest.url !== url || (latest.failed && latest.turns !== turns)) setLatest(next);
  // What began before the server came back may fail after it.
  const onError = () => setLatest(latest.turns === turns ? { ...latest, failed: true } : next);
  return { failed: latest.failed, onError, key: latest.count };
}
