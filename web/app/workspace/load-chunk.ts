/** When the page was last reloaded to get a chunk of a newer build. */
const key = 'reloaded-at';
/** So soon after a reload another one would not help, in milliseconds. */
const minReloadIntervalMs = 60_000;

/**
 * Loads a chunk of the app. A chunk that the server no longer has belongs to an older build: the page is then reloaded
 * once and opens the new build at `target`, or where it is. Rejects with the error of `load` when that cannot help.
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, target?: () => string | undefined): Promise<Chunk> {
  try {
    return await load();
  } catch (error) {
    if (reloadedRecently() || !(await isReachable())) throw error;
    sessionStorage.setItem(key, String(Date.now()));
    const address = target?.();
    if (address === undefined) location.reload();
    else location.assign(address);
    return await new Promise(() => {});
  }
}

/** Where nothing can be stored the page counts as reloaded: better one error than an endless loop. */
function reloadedRecently(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(key) ?? 0) < minReloadIntervalMs;
  } catch {
    return true;
  }
}

async function isReachable(): Promise<boolean> {
  return await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
