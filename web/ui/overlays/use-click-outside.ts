import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Closes a dialog by a click outside of its paper, where the target is the dialog itself. What is pressed in a field and let go
 * outside, as when a text is selected, is a click outside as well, and closes nothing. By keyboard Esc does the same.
 */
export function useClickOutside(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = dialog.current;
    const stop = new AbortController();
    let isPressedOutside = false;
    const isOutside = ({ target }: Event) => target === element;
    const { signal } = stop;
    element?.addEventListener('pointerdown', (event) => void (isPressedOutside = isOutside(event)), { signal });
    element?.addEventListener('click', (event) => void (isOutside(event) && isPressedOutside && close()), { signal });
    return () => stop.abort();
  }, [dialog]);
}
