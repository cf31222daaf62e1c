/** Pictures that are kept decoded: the one that is shown, and those beside it. */
const maxKept = 6;

/**
 * Loads pictures before they are shown, and keeps the last few, so that the browser has them decoded. Each address is asked
 * for once while it is kept.
 */
const kept = new Map<string, Promise<boolean>>();
const images = new Map<string, HTMLImageElement>();

/** Resolves with whether the picture can be shown. */
export function loadPicture(url: string): Promise<boolean> {
  const loading = kept.get(url) ?? load(url);
  // The last that was wanted is the last to go.
  kept.delete(url);
  kept.set(url, loading);
  for (const oldest of kept.keys()) {
    if (kept.size <= maxKept) break;
    forget(oldest);
  }
  return loading;
}

async function load(url: string): Promise<boolean> {
  const image = new Image();
  images.set(url, image);
  image.src = url;
  try {
    await image.decode();
    return true;
  } catch {
    // The next time it is asked for again: the server may be back.
    forget(url);
    return false;
  }
}

function forget(url: string) {
  kept.delete(url);
  images.delete(url);
}
