import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fileErrors } from '#contract/file-errors.ts';
import { nameKey, nameProblem } from '#contract/names/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { ActionTarget } from '../parts/action-target.ts';
import { nameTakenMessage } from '../parts/name-error.tsx';
import { caseClash, caseClashText } from './case-clash.ts';

type RenameDialogProps = ActionTarget & {
  /** What else is in the folder. */
  others: readonly ActionTarget['entry'][];
  onClose: () => void;
  rename: (name: string) => void;
};

/** Asks for a new name; the part before the extension is selected. Says so when another name differs from it only by case. */
export function RenameDialog({ entry, kind, others, onClose, rename }: RenameDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [errorMessage, setErrorMessage] = useState<string>();
  const [typed, setTyped] = useState(entry.name);
  const clash = caseClash(
    typed,
    others.map(({ name }) => name),
  );

  useEffect(() => {
    const extension = kind === 'file' ? entry.name.lastIndexOf('.') : -1;
    input.current?.focus();
    input.current?.setSelectionRange(0, extension > 0 ? extension : entry.name.length);
  }, [entry.name, kind]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = input.current?.value ?? '';
    const problem = nameProblem(name);
    const taken = others.find((one) => nameKey(one.name) === nameKey(name));
    if (name === entry.name) onClose();
    else if (problem) refuse(fileErrors[problem].message);
    else if (taken) refuse(nameTakenMessage(name, 'url' in taken ? 'file' : 'folder'));
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
          advice={clash === undefined ? '' : caseClashText(clash)}
          error={errorMessage}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
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
