/** Pictures that are kept decoded: the one that is shown, and those beside it. */
const maxKept = 6;

type Kept = {
  image: HTMLImageElement;
  /** Whether it can be shown. */
  loading: Promise<boolean>;
  /** Until when it is waited for. */
  awaited: Set<AbortSignal>;
};

/**
 * Loads pictures before they are shown, and keeps the last few, so that the browser has them decoded. Each address is asked
 * for once while it is kept.
 */
const kept = new Map<string, Kept>();

/**
 * Resolves with whether the picture can be shown. One that many others were asked for after, as by quick steps, is given up,
 * but not before `until`.
 */
export function loadPicture(url: string, until?: AbortSignal): Promise<boolean> {
  const picture = kept.get(url) ?? load(url);
  if (until) picture.awaited.add(until);
  // The last that was wanted is the last to go.
  kept.delete(url);
  kept.set(url, picture);
  for (const oldest of kept) {
    if (kept.size <= maxKept) break;
    drop(...oldest);
  }
  return picture.loading;
}

function load(url: string): Kept {
  const image = new Image();
  image.src = url;
  const failed = () => {
    // The next time it is asked for again: the server may be back.
    if (kept.get(url) === picture) kept.delete(url);
    return false;
  };
  const picture: Kept = { image, loading: image.decode().then(() => true, failed), awaited: new Set() };
  return picture;
}

function drop(url: string, { image, awaited }: Kept) {
  kept.delete(url);
  // What is loading would take from those that are wanted now.
  if (!image.complete && [...awaited].every(({ aborted }) => aborted)) image.src = '';
}
