type Target = {
  /** Tells the receiver of the drop what it is for; null is the root. */
  id: string | null;
  name: string;
};

const root = '';
const marked = 'data-drop-over';

/**
 * Marks an element as a place where something can be dropped. While that hovers over it, it carries `data-drop-over`.
 */
export function dropTarget({ id, name }: Target) {
  return { 'data-drop': id ?? root, 'data-drop-name': name };
}

/** Shows on an element that something hovers over it, and on no other. */
export function markDropTarget(element: HTMLElement | undefined): void {
  const before = document.querySelector(`[${marked}]`);
  if (before === (element ?? null)) return;
  before?.removeAttribute(marked);
  element?.setAttribute(marked, '');
}

/** The place that an element is part of. */
export function dropTargetAt(element: EventTarget | null): (Target & { element: HTMLElement }) | undefined {
  if (!(element instanceof Element)) return undefined;
  const found = element.closest<HTMLElement>('[data-drop]');
  if (found === null) return undefined;
  const { drop = root, dropName = '' } = found.dataset;
  return { id: drop === root ? null : drop, name: dropName, element: found };
}
