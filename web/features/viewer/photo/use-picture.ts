import { useEffect, useEffectEvent, useState } from 'react';
import { loadPicture } from './picture-loader.ts';

type Loaded = {
  /** The best address that is loaded; undefined while none is. */
  url: string | undefined;
  /** None of them can be shown. */
  failed: boolean;
  retry: () => void;
};

/** Loads the first of the addresses that can be shown; what was loaded before stays until then. More of them may be waited for. */
export function usePicture(urls: readonly string[], { isWaiting }: { isWaiting: boolean }): Loaded {
  const [url, setUrl] = useState<string>();
  /** The addresses of which none could be shown; there may be other ones since. */
  const [failed, setFailed] = useState<string>();
  const wanted = urls.join('\n');

  const loaded = (of: string, found: string | undefined) => {
    if (found === undefined) setFailed(of);
    else setUrl(found);
  };
  const whenLoaded = useEffectEvent(loaded);
  useEffect(() => {
    if (isWaiting) return undefined;
    const stop = new AbortController();
    void firstOf(wanted.split('\n'), stop.signal).then((found) => {
      if (!stop.signal.aborted) whenLoaded(wanted, found);
    });
    return () => stop.abort();
  }, [wanted, isWaiting]);

  return {
    url,
    failed: failed === wanted && url === undefined,
    retry: () => void firstOf(urls).then((found) => loaded(wanted, found)),
  };
}

/** None is tried after `until`. */
async function firstOf(urls: readonly string[], until?: AbortSignal): Promise<string | undefined> {
  for (const url of urls) if (!until?.aborted && url !== '' && (await loadPicture(url, until))) return url;
  return undefined;
}
