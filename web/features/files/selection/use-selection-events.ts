import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { isKeyTaken } from '#web/ui/browser/is-key-taken.ts';
import { entryIdOf } from '../focus/use-entry-focus.ts';
import type { Selection } from './selection.ts';

/** How long a finger rests on an entry before it is selected, in milliseconds, and how far it may move, in CSS pixels. */
const longPressMs = 400;
const longPressSlack = 10;

const rangeKeys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

type Press = { id: string; x: number; y: number; timer: ReturnType<typeof setTimeout>; selected: boolean };

/**
 * The ways to select: the tick, Ctrl and Shift with a click, Space or x, Shift with arrow keys, Ctrl A, Esc, and on touch
 * a long press, after which a tap selects too. `order` is what the page shows.
 */
export function useSelectionEvents(selection: Selection, order: readonly string[]) {
  const press = useRef<Press>(undefined);
  const pointer = useRef('mouse');

  useEffect(() => {
    const stop = new AbortController();
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || isKeyTaken(event)) return;
      if (event.key === 'Escape') selection.clear();
      else if (
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey &&
        event.key.toLowerCase() === 'a'
      ) {
        event.preventDefault();
        selection.set(order);
      }
    };
    window.addEventListener('keydown', onKeyDown, { signal: stop.signal });
    return () => stop.abort();
  }, [selection, order]);

  return {
    onKeyDown(event: KeyboardEvent) {
      const id = entryIdOf(event.target);
      if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      // A letter or space of a name that is being typed is not theirs.
      if ((event.key === ' ' || event.key === 'x') && !event.defaultPrevented) {
        event.preventDefault();
        selection.toggle(id);
      } else if (event.shiftKey && rangeKeys.includes(event.key)) {
        // The focus has moved already.
        const to = entryIdOf(document.activeElement);
        if (to !== undefined) selection.extend(order, to, { from: id });
      }
    },
    /** Before the other handlers of a click: what selects does not open. */
    onClickCapture(event: MouseEvent) {
      const picked = pickedId(event.target);
      const id = picked ?? entryIdOf(event.target);
      if (id === undefined) return;
      const isAfterPress = press.current?.id === id && press.current.selected;
      // A button does what it says.
      const isOnButton = picked === undefined && event.target instanceof HTMLButtonElement;
      // What is selected may have left the page.
      const isTap = pointer.current === 'touch' && event.detail > 0 && !isOnButton && order.some(selection.has);
      const isCtrl = event.ctrlKey || event.metaKey;
      if (picked === undefined && !isCtrl && !event.shiftKey && !isAfterPress && !isTap) return;
      event.preventDefault();
      event.stopPropagation();
      press.current = undefined;
      if (isAfterPress) return;
      if (event.shiftKey) selection.extend(order, id, { adding: isCtrl });
      else selection.toggle(id);
    },
    onPointerDown(event: PointerEvent) {
      endPress();
      pointer.current = event.pointerType;
      const id = entryIdOf(event.target);
      if (id === undefined || event.pointerType !== 'touch') return;
      press.current = {
        id,
        x: event.clientX,
        y: event.clientY,
        selected: false,
        timer: setTimeout(() => {
          if (press.current) press.current.selected = true;
          selection.toggle(id);
        }, longPressMs),
      };
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = press.current ?? { x: event.clientX, y: event.clientY };
      if (Math.hypot(event.clientX - x, event.clientY - y) > longPressSlack) endPress();
    },
    onPointerUp() {
      clearTimeout(press.current?.timer);
    },
    onPointerCancel: endPress,
  };

  function endPress() {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  }
}

/** What kind of pointer clicked; undefined for the keyboard. */
export function pointerTypeOf(event: MouseEvent): string | undefined {
  return 'pointerType' in event.nativeEvent ? String(event.nativeEvent.pointerType) : undefined;
}

function pickedId(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-pick]')?.dataset.pick : undefined;
}
