import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { errorHelp } from '../login/account-error.ts';

type OneFieldDialogProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'type' | 'autoComplete' | 'maxLength' | 'defaultValue'
> & {
  title: string;
  saveLabel: string;
  /** Saves what was typed, without white space around it. */
  save: (value: string) => Promise<void>;
  /** What is wrong with what was typed, if that is why it was not saved. */
  explain?: (error: unknown) => string | undefined;
  /** Whether it cannot be undone. */
  isDangerous?: boolean;
  onClose: () => void;
  /** What will happen. */
  children?: ReactNode;
};

/** Asks for one line of text. */
export function OneFieldDialog(props: OneFieldDialogProps) {
  const { title, saveLabel, save, explain, isDangerous, onClose, children, ...input } = props;
  const field = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setRunning(true);
    setProblem(undefined);
    try {
      await save(field.current?.value.trim() ?? '');
    } catch (error) {
      setProblem(explain?.(error) ?? errorHelp(error) ?? 'That did not work. Try again in a moment.');
      setRunning(false);
      field.current?.focus();
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form className="profile__form" noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <TextField {...input} ref={field} data-autofocus error={problem} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={running}>
            {saveLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
