import './dialog.css';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

type ModalProps = {
  className: string;
  onClose: () => void;
  children: ReactNode;
} & ({ 'aria-label': string } | { 'aria-labelledby': string });

/**
 * What is over the page until it is closed. Esc and a click outside close it; the focus returns to where it was. At first it is on
 * what has `data-autofocus`: React focuses `autoFocus` while the dialog is still closed.
 */
export function Modal({ onClose, children, ...attributes }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
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
      onPointerDown={(event) => {
        // Inside its paper the target is something else.
        isPressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        // What is pressed in a field and let go outside, as when a text is selected, is a click outside as well.
        if (event.target === dialog.current && isPressedOutside.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
