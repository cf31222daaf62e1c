import './dialog.css';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import { CloseIcon } from '../icons/icons.tsx';

type DialogProps = {
  title: string;
  /** For two things side by side. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog. Esc, the cross and a click outside close it; the focus returns to where it was. */
export function Dialog({ title, wide, onClose, children }: DialogProps) {
  const id = useId();
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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Esc does the same for the keyboard
    <dialog
      className={wide ? 'dialog dialog--wide' : 'dialog'}
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Inside its paper the target is something else.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog__paper">
        <header className="dialog__head">
          <h2 id={id}>{title}</h2>
          <Button variant="quiet" compact icon aria-label="Close" onClick={onClose}>
            <CloseIcon className="ic--16" />
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
