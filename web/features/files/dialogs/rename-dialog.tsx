import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fileErrors } from '#contract/file-errors.ts';
import { nameProblem } from '#contract/names/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { ActionTarget } from '../parts/action-target.ts';
import { nameTakenMessage } from '../parts/name-error.tsx';

type RenameDialogProps = ActionTarget & {
  /** Whether another entry of the folder has this name. */
  isTaken: (name: string) => boolean;
  onClose: () => void;
  rename: (name: string) => void;
};

/** Asks for a new name; the part before the extension is selected. */
export function RenameDialog({ entry, kind, isTaken, onClose, rename }: RenameDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [errorMessage, setErrorMessage] = useState<string>();

  useEffect(() => {
    const extension = kind === 'file' ? entry.name.lastIndexOf('.') : -1;
    input.current?.focus();
    input.current?.setSelectionRange(0, extension > 0 ? extension : entry.name.length);
  }, [entry.name, kind]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = input.current?.value ?? '';
    const problem = nameProblem(name);
    if (name === entry.name) onClose();
    else if (problem) refuse(fileErrors[problem].message);
    else if (isTaken(name)) refuse(nameTakenMessage(name, kind));
    else rename(name);
  }

  function refuse(message: string) {
    setErrorMessage(message);
    input.current?.focus();
  }

  return (
    <Dialog title="Rename" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <TextField
          ref={input}
          label="Name"
          dir="auto"
          autoComplete="off"
          defaultValue={entry.name}
          error={errorMessage}
        />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
