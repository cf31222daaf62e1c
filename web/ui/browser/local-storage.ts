/** localStorage and sessionStorage where they may be used; they can be full or forbidden, and a page has to work without. */

export function readLocal(key: string): string | null {
  return read(() => localStorage, key);
}

/** Stores a text, or removes it when it is null. */
export function writeLocal(key: string, text: string | null): void {
  write(() => localStorage, key, text);
}

/** What this tab stored, also before a reload. */
export function readSession(key: string): string | null {
  return read(() => sessionStorage, key);
}

/** Stores a text for this tab, or removes it when it is null. */
export function writeSession(key: string, text: string | null): void {
  write(() => sessionStorage, key, text);
}

function read(open: () => Storage, key: string): string | null {
  try {
    return open().getItem(key);
  } catch {
    return null;
  }
}

function write(open: () => Storage, key: string, text: string | null): void {
  try {
    if (text === null) open().removeItem(key);
    else open().setItem(key, text);
  } catch {
    // It then lasts as long as the page is open.
  }
}
