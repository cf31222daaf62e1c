import './dialog.css';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { closeOnBack } from './close-on-back.ts';
import { useClickOutside } from './use-click-outside.ts';

type ModalProps = {
  className: string;
  onClose: () => void;
  children: ReactNode;
} & ({ 'aria-label': string } | { 'aria-labelledby': string });

/** Where the focus returns after a dialog that is closing; the one that takes its place returns it there. */
let left: Element | null = null;

/**
 * What is over the page until it is closed. Esc, Back and a click outside close it; the focus returns to where it was. At first it is on
 * what has `data-autofocus`: React focuses `autoFocus` while the dialog is still closed.
 */
export function Modal({ onClose, children, ...attributes }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef<Element>(null);

  // Before the effects of what is in it, which may move the focus.
  useLayoutEffect(() => {
    before.current = left ?? document.activeElement;
    dialog.current?.showModal();
    closeOnBack();
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      left = before.current;
    };
  }, []);

  useClickOutside(dialog, onClose);

  // After the page has changed, so that what had the focus has its place.
  useEffect(() => {
    const element = dialog.current;
    return () => {
      left = null;
      element?.close();
      if (before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);

  return (
    <dialog
      {...attributes}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        // React passes it on from a dialog in this one.
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
