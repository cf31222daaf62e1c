/** Which entries of the shown folder are selected. Outside React: a tile hears only of itself. */
export type Selection = ReturnType<typeof createSelection>;

export function createSelection() {
  let ids: ReadonlySet<string> = new Set();
  /** Where a range begins. */
  let anchor: string | undefined;
  const listeners = new Set<() => void>();

  return {
    snapshot: () => ids,
    has: (id: string) => ids.has(id),
    isSome: () => ids.size > 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Selects an entry, or takes it out. The next range begins at it. */
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      anchor = id;
      set(next);
    },
    /**
     * Selects everything from where the last range began to `id`, in the order in which the page shows it; `from` is
     * where a first range begins. What else is selected stays only with `adding`.
     */
    extend(order: readonly string[], id: string, { from = id, adding = false } = {}) {
      if (anchor === undefined || !order.includes(anchor)) anchor = from;
      const start = order.indexOf(anchor);
      const end = order.indexOf(id);
      if (start < 0 || end < 0) return;
      const range = order.slice(Math.min(start, end), Math.max(start, end) + 1);
      set(new Set(adding ? [...ids, ...range] : range));
    },
    /** Selects these and no others. A set that is given stays as it is. */
    set: (wanted: Iterable<string>) => set(wanted instanceof Set ? wanted : new Set(wanted)),
    /** Takes out what is gone. */
    drop(gone: ReadonlySet<string>) {
      const left = [...ids].filter((id) => !gone.has(id));
      if (left.length < ids.size) set(new Set(left));
    },
    clear() {
      anchor = undefined;
      if (ids.size > 0) set(new Set());
    },
  };

  function set(next: ReadonlySet<string>) {
    ids = next;
    for (const listener of listeners) listener();
  }
}
