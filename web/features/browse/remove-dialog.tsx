import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { WarningIcon } from '../../ui/icons/icons.tsx';
import type { Chosen } from './use-entry-actions.tsx';
import { nameTrouble } from './use-new-folder.ts';

type RemoveDialogProps = Chosen & { onClose: () => void; remove: () => Promise<void> };

/** Says what moving to Trash means before it is done. */
export function RemoveDialog({ entry, thing, onClose, remove }: RemoveDialogProps) {
  const [running, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  async function run() {
    setRunning(true);
    try {
      await remove();
    } catch (error) {
      setRunning(false);
      setTrouble(nameTrouble(error, entry.name, thing));
      return;
    }
    onClose();
  }

  return (
    <Dialog title={thing === 'folder' ? 'Move this folder to Trash' : 'Move this file to Trash'} onClose={onClose}>
      <p className="wrap-anywhere">
        <bdi>{entry.name}</bdi> leaves this folder{thing === 'folder' ? ', and everything in it goes with it' : ''}.
        Nothing can be taken out of Trash yet.
      </p>
      {trouble ? (
        <p className="err mt-3" role="alert">
          <WarningIcon />
          {trouble}
        </p>
      ) : null}
      <div className="dialog__acts">
        <Button onClick={onClose}>Keep it here</Button>
        <Button look="danger" busy={running} onClick={() => void run()}>
          Move to Trash
        </Button>
      </div>
    </Dialog>
  );
}
