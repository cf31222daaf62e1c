/** Where toasts are shown: what covers the whole page takes them in, since nothing beneath it can be seen or used. */
let host: Element | null = null;
const listeners = new Set<() => void>();

export const toastHost = {
  current: () => host,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Takes the toasts in. Returns a function that gives them back to the page. */
  take(element: Element): () => void {
    const before = host;
    set(element);
    return () => set(before);
  },
};

function set(element: Element | null) {
  host = element;
  for (const listener of listeners) listener();
}
