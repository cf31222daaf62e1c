import { useEffect, useState } from 'react';
import { svgType } from '../kinds/shown-as.ts';

/** A larger drawing is offered as a download, in bytes. */
const maxSvgBytes = 20_000_000;

/**
 * The address of an SVG as a picture, in which no script runs and nothing is loaded: the server hands SVG out as a download
 * only. Undefined while it is fetched, for other files and for what cannot be fetched.
 */
export function useSvgUrl({ url, contentType, size }: { url: string; contentType: string; size: number }) {
  const [made, setMade] = useState<{ of: string; url: string }>();
  const wanted = contentType === svgType && size <= maxSvgBytes;

  useEffect(() => {
    if (!wanted) return undefined;
    const stop = new AbortController();
    let blobUrl: string | undefined;
    void fetch(url, { signal: stop.signal })
      .then(async (response) => {
        if (!response.ok) return;
        blobUrl = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: svgType }));
        if (stop.signal.aborted) URL.revokeObjectURL(blobUrl);
        else setMade({ of: url, url: blobUrl });
      })
      .catch(() => {}); // What is shown instead says that it cannot be shown.
    return () => {
      stop.abort();
      if (blobUrl !== undefined) URL.revokeObjectURL(blobUrl);
    };
  }, [wanted, url]);

  return made?.of === url ? made.url : undefined;
}
