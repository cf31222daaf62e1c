import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A button that turns into a form and back; closing returns the focus to the button. */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    trigger,
    open: () => setOpen(true),
    close() {
      flushSync(() => setOpen(false));
      trigger.current?.focus();
    },
  };
}
