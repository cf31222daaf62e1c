import { type ReactNode, useId } from 'react';
import { Button } from '../controls/button.tsx';
import { CloseIcon } from '../icons/icons.tsx';
import { Modal } from './modal.tsx';

type DialogProps = {
  title: string;
  /** For two things side by side. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog with a title and a cross that closes it. */
export function Dialog({ title, wide, onClose, children }: DialogProps) {
  const id = useId();
  return (
    <Modal className={wide ? 'dialog dialog--wide' : 'dialog'} aria-labelledby={id} onClose={onClose}>
      <div className="dialog__paper">
        <header className="dialog__head">
          <h2 id={id}>{title}</h2>
          <Button variant="quiet" compact icon aria-label="Close" onClick={onClose}>
            <CloseIcon className="ic--16" />
          </Button>
        </header>
        {children}
      </div>
    </Modal>
  );
}
