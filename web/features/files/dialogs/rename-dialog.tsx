import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errors } from '#contract/errors.ts';
import { nameProblem } from '#contract/names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Chosen } from '../parts/chosen.ts';
import { nameTaken } from '../parts/name-error.tsx';

type RenameDialogProps = Chosen & {
  /** Whether something else in the folder has the name. */
  isTaken: (name: string) => boolean;
  onClose: () => void;
  rename: (name: string) => void;
};

/** Asks for another name; the part before the ending is selected. */
export function RenameDialog({ entry, thing, isTaken, onClose, rename }: RenameDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState<string>();

  useEffect(() => {
    const ending = thing === 'file' ? entry.name.lastIndexOf('.') : -1;
    input.current?.focus();
    input.current?.setSelectionRange(0, ending > 0 ? ending : entry.name.length);
  }, [entry.name, thing]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = input.current?.value ?? '';
    const problem = nameProblem(name);
    if (name === entry.name) onClose();
    else if (problem) refuse(errors[problem].message);
    else if (isTaken(name)) refuse(nameTaken(name, thing));
    else rename(name);
  }

  function refuse(sentence: string) {
    setTrouble(sentence);
    input.current?.focus();
  }

  return (
    <Dialog title="Rename" onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <TextField ref={input} label="Name" dir="auto" autoComplete="off" defaultValue={entry.name} error={trouble} />
        <div className="dialog__acts">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
