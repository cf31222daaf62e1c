import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { errorHelp } from '../login/account-error.ts';

type PasswordDialogProps = {
  /** For password managers. */
  email: string;
  confirm: (password: string) => Promise<void>;
  onConfirm: () => void;
  onClose: () => void;
  /** Other ways to confirm. */
  other: ReactNode;
};

/** Asks for the password again. */
export function PasswordDialog({ email, confirm, onConfirm, onClose, other }: PasswordDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const password = (field.current?.value ?? '').trim();
    if (password === '') return field.current?.focus();
    setRunning(true);
    setProblem(undefined);
    try {
      await confirm(password);
      onConfirm();
    } catch (error) {
      setProblem(problemOf(error));
      setRunning(false);
      field.current?.select();
    }
  }

  return (
    <Dialog title="Type your password again" onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p className="mb-4 text-ink-2">
          It has been a while since you logged in. Your password shows that it is still you.
        </p>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          ref={field}
          label="Password"
          type="password"
          autoComplete="current-password"
          data-autofocus
          error={problem}
        />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={running}>
            Continue
          </Button>
        </div>
      </form>
      {other}
    </Dialog>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError && error.code === 'wrong-credentials') return 'This password is incorrect.';
  return errorHelp(error) ?? 'That did not work. Try again in a moment.';
}
