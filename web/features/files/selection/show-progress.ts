import type { Progress } from '../listing/listing-actions.ts';
import type { Running } from './selection-dock.tsx';

/** Shows how many of all are done, "3 of 12 restored", from now on, until the person ends it. */
export function showProgress(onRunning: (running: Running) => void, { all, done }: { all: number; done: string }) {
  const stop = new AbortController();
  const onProgress = (some: number) =>
    onRunning({
      text: `${some.toLocaleString('en')} of ${all.toLocaleString('en')} ${done}`,
      cancel: () => stop.abort(),
    });
  onProgress(0);
  return { onProgress, signal: stop.signal } satisfies Progress;
}
