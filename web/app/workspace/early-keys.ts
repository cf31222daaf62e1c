export type EarlyKeys = ReturnType<typeof createEarlyKeys>;

/** What is typed between the wish for a field and its being there: it is the field's, and no shortcut of the page behind. */
export function createEarlyKeys() {
  /** Undefined while no field is wanted. */
  let typed: string | undefined;
  const listeners = new Set<() => void>();

  return {
    begin(): void {
      typed = '';
    },
    end(): void {
      typed = undefined;
    },
    snapshot: () => typed ?? '',
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** To be called with each key before others hear of it. */
    onKeyDown(event: KeyboardEvent): void {
      if (typed === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      // The field is there.
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'Backspace') typed = typed.slice(0, -1);
      else if (event.key.length === 1) typed += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
      for (const listener of listeners) listener();
    },
  };
}
