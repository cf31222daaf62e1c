import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A button that turns into a form and back; closing gives the focus back to the button. */
export function useOpener() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    opener,
    open: () => setOpen(true),
    close() {
      flushSync(() => setOpen(false));
      opener.current?.focus();
    },
  };
}
