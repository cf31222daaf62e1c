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
  const [failed, setFailed] = useState(false);
  const wanted = urls.join('\n');

  const loaded = (found: string | undefined) => {
    setFailed(found === undefined);
    if (found !== undefined) setUrl(found);
  };
  const whenLoaded = useEffectEvent(loaded);
  useEffect(() => {
    if (isWaiting) return undefined;
    let left = false;
    void firstOf(wanted.split('\n')).then((found) => {
      if (!left) whenLoaded(found);
    });
    return () => {
      left = true;
    };
  }, [wanted, isWaiting]);

  return { url, failed: failed && url === undefined, retry: () => void firstOf(urls).then(loaded) };
}

async function firstOf(urls: readonly string[]): Promise<string | undefined> {
  for (const url of urls) if (url !== '' && (await loadPicture(url))) return url;
  return undefined;
}
