import { createContext, type FocusEvent, useContext, useEffect, useState } from 'react';

/** Whether the pointer is over the toasts. */
export const PointedContext = createContext(false);

/**
 * Lets a toast go by itself, but not while it has the focus, nor while that is in a dialog opened from it and will return,
 * nor while any toast is pointed at: then those beside it would move. `focus` is for an element around it; `end` has to
 * be the same function each time.
 */
export function useToastEnd(end: () => void, { delayMs, fadeMs }: { delayMs: number; fadeMs: number }) {
  const pointed = useContext(PointedContext);
  const [focused, setFocused] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const held = pointed || focused;
  useEffect(() => {
    if (held) return undefined;
    const leave = setTimeout(() => setLeaving(true), delayMs);
    const go = setTimeout(end, delayMs + fadeMs);
    return () => {
      clearTimeout(leave);
      clearTimeout(go);
      setLeaving(false);
    };
  }, [held, end, delayMs, fadeMs]);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const dialog = relatedTarget?.closest('dialog');
    setFocused(dialog ? !dialog.contains(currentTarget) : false);
  };
  return { leaving, focus: { onFocus: () => setFocused(true), onBlur } };
}
