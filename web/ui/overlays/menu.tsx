import './menu.css';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { closeOnBack } from './close-on-back.ts';
import { itemAfter } from './menu-keys.ts';

/** What a menu opens at: an element, or the pointer, which has no size. In CSS pixels of the window. */
export type MenuPlace = { left: number; top: number; right: number; bottom: number };

type MenuProps = {
  title: string;
  at: MenuPlace;
  /** Whether it is over the stage, which is always dark. */
  onStage?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** Space that stays free at the edges of the window, in CSS pixels. */
const edge = 8;

/**
 * A menu of elements with the role `menuitem` or `menuitemradio`, at its place or, on a phone, at the bottom. Esc, Tab, Back and a click outside
 * close it; the focus returns to where it was.
 */
export function Menu({ title, at, onStage, onClose, children }: MenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [place, setPlace] = useState({ left: at.left, top: at.bottom });

  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    closeOnBack();
    const items = itemsIn(element);
    (items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  useLayoutEffect(() => {
    if (dialog.current) setPlace(placed(at, dialog.current.getBoundingClientRect()));
  }, [at]);

  return (
    <dialog
      className={onStage ? 'menu menu--stage' : 'menu'}
      ref={dialog}
      aria-label={title}
      style={{ '--menu-left': `${place.left}px`, '--menu-top': `${place.top}px` } as CSSProperties}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        event.stopPropagation();
        if (event.target === dialog.current) onClose();
      }}
      onContextMenu={(event) => event.preventDefault()}
      // One item is lit, from which arrow keys go on.
      onPointerMove={(event) => {
        const item = (event.target as Element).closest<HTMLElement>('[role^="menuitem"]');
        if (item !== document.activeElement) item?.focus({ preventScroll: true });
      }}
      onKeyDown={onKeyDown}
    >
      <p className="menu__title" dir="auto" aria-hidden="true">
        {title}
      </p>
      <div role="menu" aria-label={title}>
        {children}
      </div>
    </dialog>
  );

  function onKeyDown(event: KeyboardEvent) {
    // Keys of the page behind must not see them.
    event.stopPropagation();
    if (event.key === 'Tab') {
      event.preventDefault();
      return onClose();
    }
    // A link takes only Enter by itself.
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault();
      return event.target.click();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = itemsIn(dialog.current);
    const labels = items.map(({ textContent }) => textContent ?? '');
    const next = itemAfter(labels, items.indexOf(document.activeElement as HTMLElement), event.key);
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }
}

function itemsIn(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

/** Below its place and within the window; above or to the left where there is no room. */
function placed(at: MenuPlace, { width, height }: { width: number; height: number }) {
  const { clientWidth, clientHeight } = document.documentElement;
  const left = at.left + width + edge > clientWidth ? at.right - width : at.left;
  const top = at.bottom + height + edge > clientHeight ? at.top - height : at.bottom;
  return {
    left: Math.max(edge, Math.min(left, clientWidth - width - edge)),
    top: Math.max(edge, Math.min(top, clientHeight - height - edge)),
  };
}
