import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errors } from '#contract/errors.ts';
import { nameProblem } from '#contract/names.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Chosen } from './use-entry-actions.tsx';
import { nameTrouble } from './use-new-folder.ts';

type RenameDialogProps = Chosen & { onClose: () => void; rename: (name: string) => Promise<void> };

/** Asks for another name; the part before the ending is selected. */
export function RenameDialog({ entry, thing, onClose, rename }: RenameDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  useEffect(() => {
    const ending = thing === 'file' ? entry.name.lastIndexOf('.') : -1;
    input.current?.focus();
    input.current?.setSelectionRange(0, ending > 0 ? ending : entry.name.length);
  }, [entry.name, thing]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const name = input.current?.value ?? '';
    if (running) return;
    if (name === entry.name) return onClose();
    const problem = nameProblem(name);
    if (problem) return refuse(errors[problem].message);
    setRunning(true);
    try {
      await rename(name);
    } catch (error) {
      setRunning(false);
      return refuse(nameTrouble(error, name, thing));
    }
    onClose();
  }

  function refuse(sentence: string) {
    setTrouble(sentence);
    input.current?.focus();
  }

  return (
    <Dialog title="Rename" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          ref={input}
          label="Name"
          dir="auto"
          autoComplete="off"
          defaultValue={entry.name}
          readOnly={running}
          error={trouble}
        />
        <div className="dialog__acts">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={running}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
