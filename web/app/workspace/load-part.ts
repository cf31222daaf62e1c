/** When a page was last loaded again to get a part of a newer build. */
const key = 'renewed-at';
/** A page that was loaded again so recently does not help itself by doing so once more, in milliseconds. */
const onceInMs = 60_000;

/**
 * Loads a part of the app. A part that the server no longer has belongs to an older build: the page is then loaded
 * again, once, and goes on with the new one at `wanted`, or where it is. Rejects with what `load` rejects with when that
 * cannot help.
 */
export async function loadPart<Part>(load: () => Promise<Part>, wanted?: () => string | undefined): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (renewedLately() || !(await isReachable())) throw error;
    sessionStorage.setItem(key, String(Date.now()));
    const address = wanted?.();
    if (address === undefined) location.reload();
    else location.assign(address);
    return await new Promise(() => {});
  }
}

/** Without a place to note it, the page counts as loaded again already: better one sentence than an endless turn. */
function renewedLately(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(key) ?? 0) < onceInMs;
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
