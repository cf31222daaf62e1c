import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  /** What the button does. */
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
};

/** Says what will happen and asks whether to go ahead. */
export function ConfirmDialog({ title, confirmLabel, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="wrap-anywhere">{children}</p>
      <div className="dialog__actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
