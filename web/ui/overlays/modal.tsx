import './dialog.css';
import { type ReactNode, useEffect, useRef } from 'react';

type ModalProps = {
  className: string;
  onClose: () => void;
  children: ReactNode;
} & ({ 'aria-label': string } | { 'aria-labelledby': string });

/** What is over the page until it is closed. Esc and a click outside close it; the focus returns to where it was. */
export function Modal({ onClose, children, ...attributes }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the click is one beside the dialog; by keyboard Esc does the same
    <dialog
      {...attributes}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        // React passes it on from a dialog in this one.
        if (event.target === dialog.current) onClose();
      }}
      onClick={(event) => {
        // Inside its paper the target is something else.
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
