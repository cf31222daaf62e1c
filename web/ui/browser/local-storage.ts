/** localStorage where it may be used; storage can be full or forbidden, and a page has to work without it. */

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it when it is null. */
export function writeLocal(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The choice then lasts as long as the page is open.
  }
}
